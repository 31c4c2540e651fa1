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

/** The field that a message of the contact's schema is about. */
export function findField(path: readonly PropertyKey[]): ScanField {
  const [name, , part] = path;
  if (name === 'moreEmails') return 'email2';
  if (name === 'morePhones') return 'phone2';
  const field = name === 'addresses' ? part : name;
  return SCAN_FIELDS.find((one) => one === field) ?? 'fullName';
}
