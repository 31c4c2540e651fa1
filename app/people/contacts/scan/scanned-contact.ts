import { each } from '#shared/contract/field-kinds.ts';
import { CONTACT_FIELDS } from '#shared/people/contact-fields.ts';
import type { PaperCard } from '#shared/people/paper-cards.ts';
import { type AddressParts, addressParts } from './lines/address-parts.ts';
import { chooseNumber, type ScannedCard } from './read-card-text.ts';

/** The fields in which an owner confirms what was read, and the contact made of them. */

export const SCAN_LABELS = {
  fullName: CONTACT_FIELDS.fullName.label,
  jobTitle: CONTACT_FIELDS.jobTitle.label,
  company: CONTACT_FIELDS.company.label,
  email: CONTACT_FIELDS.email.label,
  email2: 'Second email',
  phone: CONTACT_FIELDS.phone.label,
  phone2: 'Second phone',
  fax: 'Fax',
  website: CONTACT_FIELDS.website.label,
  street: 'Street',
  postalCode: 'Postal code',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  notes: CONTACT_FIELDS.notes.label,
} as const;
export type ScanField = keyof typeof SCAN_LABELS;
export const SCAN_FIELDS = Object.keys(SCAN_LABELS) as ScanField[];
export type ScanValues = Record<ScanField, string>;

export const EMPTY_SCAN: ScanValues = each(SCAN_FIELDS, () => '');

/** The details read, by field, and the lines that found no field. */
export interface Scanned {
  values: ScanValues;
  left: string[];
}

/** `address`: its parts, if they are known better than by the line it is. */
export function toFormValues(card: ScannedCard, address: AddressParts = addressParts(card.address)): Scanned {
  const { fullName, jobTitle, company, email, phone, website } = card;
  const faxes = card.otherPhones.filter(({ kind }) => kind === 'fax');
  const phones = card.otherPhones.filter(({ kind }) => kind !== 'fax');
  const values: ScanValues = {
    ...EMPTY_SCAN,
    ...{ fullName, jobTitle, company, email, phone, website },
    ...address,
    email2: card.otherEmails[0] ?? '',
    phone2: phones[0]?.value ?? '',
    fax: faxes[0]?.value ?? '',
  };
  const further = [...phones.slice(1), ...faxes.slice(1)].map(({ value }) => value);
  return { values, left: [...card.otherEmails.slice(1), ...further, ...card.otherLines] };
}

/** Likewise for what a language model read. */
export const valuesOfPaperCard = ({ emails, phones, websites, ...card }: PaperCard): Scanned =>
  toFormValues(
    {
      fullName: card.name,
      jobTitle: card.title,
      company: card.company,
      email: emails[0] ?? '',
      website: websites[0] ?? '',
      address: '',
      otherEmails: emails.slice(1),
      ...chooseNumber(phones),
      otherLines: [...websites.slice(1), ...card.notes],
    },
    card.address,
  );

/** Fields that an owner has changed, as they left them, and lines whose place in a field they gave to others. */
export interface Corrections {
  values: Partial<ScanValues>;
  given: string[];
}

export const UNCORRECTED: Corrections = { values: {}, given: [] };

/** The fields that now say something else than was shown, or had been changed before; likewise the lines. */
export function findCorrections(typed: Scanned, shown: Scanned, before: Corrections): Corrections {
  const isChanged = (name: ScanField) => name in before.values || typed.values[name] !== shown.values[name];
  const isGiven = (line: string) => before.given.includes(line) || !shown.left.includes(line);
  const changed = SCAN_FIELDS.filter(isChanged).map((name) => [name, typed.values[name]]);
  return { values: Object.fromEntries(changed), given: typed.left.filter(isGiven) };
}

/** A reading with an owner's corrections; lines that stand in a field are not offered again. */
export function withCorrections({ values, left }: Scanned, corrections: Corrections): Scanned {
  const corrected = { ...values, ...corrections.values };
  const used = Object.values(corrected).flatMap((text) => text.split('\n'));
  const lines = new Set([...left, ...corrections.given]);
  return { values: corrected, left: [...lines].filter((line) => !used.includes(line)) };
}

/** A line of the card in a field: below notes, and otherwise in the place of what was there, which becomes a line. */
export function moveLine(lines: readonly string[], line: string, field: ScanField, before: string) {
  const others = lines.filter((one) => one !== line);
  if (!before || before === line) return { text: line, lines: others };
  if (field === 'notes') return { text: `${before}\n${line}`, lines: others };
  return { text: line, lines: lines.map((one) => (one === line ? before : one)) };
}

/** The contact that is added; the fields of lists keep their place, for messages: `moreEmails.0.value` is `email2`. */
export function toScannedContact(values: ScanValues) {
  const { email2, phone2, fax, street, postalCode, city, region, country, ...fields } = each(
    SCAN_FIELDS,
    (name) => values[name].trim(),
  );
  const address: AddressParts = { street, postalCode, city, region, country };
  const morePhones = [
    { value: phone2, label: '' },
    { value: fax, label: 'Fax' },
  ];
  return {
    ...fields,
    moreEmails: email2 ? [{ value: email2, label: '' }] : [],
    morePhones: morePhones.filter(({ value }) => value),
    addresses: Object.values(address).some(Boolean) ? [{ label: '', poBox: '', extra: '', ...address }] : [],
    source: 'scan' as const,
  };
}

/** The field of these that a message of the contact's schema is about. */
export function findField(path: readonly PropertyKey[], { phone2 }: ScanValues): ScanField {
  const [name, nth, part] = path;
  if (name === 'moreEmails') return 'email2';
  if (name === 'morePhones') return nth === 0 && phone2.trim() ? 'phone2' : 'fax';
  const field = name === 'addresses' ? part : name;
  return SCAN_FIELDS.find((one) => one === field) ?? 'fullName';
}
