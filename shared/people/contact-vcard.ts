import {
  compoundValue,
  escapeText,
  nameLines,
  photoLine,
  revisionLine,
  type VcardPhoto,
  type VcardProperty,
  type VcardVersion,
  vcard,
  vcardLines,
} from '#shared/formats/vcard.ts';
import type { NameFields } from '#shared/names/name-parts.ts';
import type { ContactDetails } from './contact-details.ts';
import type { ContactFieldName } from './contact-fields.ts';
import {
  CONTACT_RECORD,
  RECORD_NAMES,
  type RecordField,
  type RecordName,
  recordField,
} from './contact-record.ts';
import { ADDRESS_PART_NAMES, type Labeled } from './record-field.ts';

/** A contact as a contact file, with everything given, which other programs and our own import read. */

type Text = string | null | undefined;

export type ContactFacts = { fullName: string } & NameFields & {
    [Name in ContactFieldName]?: Text;
  } & Partial<Omit<ContactDetails, 'metAt' | 'morePhones'>> & {
    phoneE164?: Text;
    morePhones?: (Labeled & { e164?: Text })[];
    metAt?: Date | null;
    createdAt?: Date;
    /** Null: not since it was made. */
    updatedAt?: Date | null;
    isFavorite?: boolean;
    /** The owner's notes, oldest first. */
    moreNotes?: string[];
  };

export interface VcardChoices {
  /** 3 if left out. */
  version?: VcardVersion;
  photo?: VcardPhoto | null;
  /** A number as any phone dials it: international, where its country is known. */
  formatPhone: (typed: string, e164: string | null) => string;
}

export function contactToVcard(contact: ContactFacts, choices: VcardChoices): string {
  const { version = 3, photo } = choices;
  const changedAt = contact.updatedAt ?? contact.createdAt;
  const properties: VcardProperty[] = [];
  for (const place of PLACES[version]) {
    if (contact[place.field] || place.isWhenEmpty) properties.push(...propertiesOf(contact, place, choices));
  }
  return vcard(version, [
    ...nameLines(contact, version),
    ...vcardLines([...properties, ...propertiesOfFile(contact)], version),
    ...(photo ? [photoLine(photo, version)] : []),
    ...(changedAt ? [revisionLine(changedAt.toISOString(), version)] : []),
  ]);
}

/** A field's place in a file of a version: made once, because a long list has sixty a contact and most are empty. */
interface Place {
  field: RecordName;
  kind: RecordField['kind'];
  /** The field whose further values these are. */
  of: string;
  name: string;
  version: VcardVersion;
  /** The fields of which the property is made, the first of which stands for all of them; null if it is of one. */
  components: readonly { field: RecordName; at: number }[] | null;
  /** Written without a value of its own, too: of others, or as a moment that is then that of the contact. */
  isWhenEmpty: boolean;
}

function listPlaces(version: VcardVersion): Place[] {
  const nameOf = (field: RecordName) => recordField(field).vcard?.[version];
  return RECORD_NAMES.flatMap((field) => {
    const name = nameOf(field);
    // The name's parts are written together.
    if (!name || name === 'N') return [];
    const { kind, of } = { of: field, ...CONTACT_RECORD[field] };
    const sharing = RECORD_NAMES.filter((one) => nameOf(one) === name);
    const isCompound = 'component' in (recordField(field).vcard ?? {});
    if (isCompound && sharing[0] !== field) return [];
    const components = isCompound
      ? sharing.map((one) => ({ field: one, at: recordField(one).vcard?.component ?? 0 }))
      : null;
    return [{ field, kind, of, name, version, components, isWhenEmpty: isCompound || kind === 'moment' }];
  });
}

const PLACES = { 3: listPlaces(3), 4: listPlaces(4) };

const textProperty = (name: string, text: Text, label?: Text): VcardProperty[] =>
  text ? [{ name, value: escapeText(text), label }] : [];

function propertiesOf(contact: ContactFacts, place: Place, choices: VcardChoices): VcardProperty[] {
  const { field, kind, of, name, version, components } = place;
  const value = contact[field];
  switch (kind) {
    case 'mail':
    case 'phone':
    case 'link': {
      const [text, label] = [contact[field as 'email'], contact[`${field as 'email'}Label`]];
      const e164 = contact.phoneE164;
      return text ? reachProperty(field, { value: text, label: label ?? '', e164 }, name, choices) : [];
    }
    case 'further':
      return ((value ?? []) as Labeled[]).flatMap((one) =>
        one.value ? reachProperty(of, one, name, choices) : [],
      );
    case 'addresses':
      return (contact.addresses ?? []).map(({ label, ...parts }) => ({
        name,
        value: compoundValue(ADDRESS_PART_NAMES.map((part) => parts[part])),
        label,
      }));
    case 'day':
      return value ? dayProperties(name, value as string, version) : [];
    case 'moment':
      return textProperty(name, (contact.metAt ?? contact.createdAt)?.toISOString());
    case 'tags': {
      const tags = (contact.tags ?? []).map(escapeText);
      return tags.length > 0 ? [{ name, value: tags.join(',') }] : [];
    }
    case 'social':
      return Object.entries(contact.social ?? {}).map(([network, address]) => ({
        name: `${name};TYPE=${network}`,
        value: escapeText(address),
      }));
    default:
      return components ? compoundProperty(contact, components, name) : textProperty(name, value as Text);
  }
}

/** A way to reach somebody. A number in other words than it was typed in carries those along. */
function reachProperty(
  field: string,
  { value, label, e164 }: Labeled & { e164?: Text },
  name: string,
  { formatPhone }: VcardChoices,
): VcardProperty[] {
  if (field === 'website') return [{ name, value: uri(value), label }];
  if (field !== 'phone') return textProperty(name, value, label);
  const number = formatPhone(value, e164 ?? null);
  const typed = number === value ? '' : `;${TYPED_PARAMETER}="${asParameter(value)}"`;
  return textProperty(name + typed, number, label);
}

/** The parameter of TEL with a number as it was typed. */
export const TYPED_PARAMETER = 'X-GOLDLEAF-TYPED';

/** A quoted parameter has no quotation marks and no control characters: RFC 6868 writes them with a caret. */
const asParameter = (text: string): string =>
  text
    .replace(/\^/g, '^^')
    .replace(/"/g, "^'")
    .replace(/\p{Cc}/gu, ' ');

/** A web address is a URI, whose commas and semicolons stay. */
const uri = (value: string): string => {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return address.replace(/\\/g, '\\\\').replace(/\p{Cc}/gu, encodeURIComponent);
};

/** All components of a property, where its first one stands in the table. */
function compoundProperty(
  contact: ContactFacts,
  components: NonNullable<Place['components']>,
  name: string,
): VcardProperty[] {
  const values: string[] = [];
  for (const { field, at } of components) {
    const text = contact[field];
    if (typeof text === 'string' && text) values[at] = text;
  }
  return values.length > 0 ? [{ name, value: compoundValue(values) }] : [];
}

/** A day without its year is written as iPhones do in 3.0, and by RFC 6350, section 4.3.1, in 4.0. */
function dayProperties(name: string, day: string, version: VcardVersion): VcardProperty[] {
  const isYearly = day.startsWith('--');
  if (version === 4) {
    return [{ name, value: isYearly ? `--${day.slice(2).replace('-', '')}` : day.replace(/-/g, '') }];
  }
  if (isYearly) return [{ name: `${name};X-APPLE-OMIT-YEAR=1604`, value: `1604${day.slice(1)}` }];
  const written = [{ name, value: day }];
  // iPhones read an anniversary only from a labeled date.
  return name === 'X-ANNIVERSARY'
    ? [...written, { name: 'X-ABDATE', value: day, label: '_$!<Anniversary>!$_' }]
    : written;
}

/** Notes beside the first, what other programs said, and a favorite. */
const propertiesOfFile = ({
  moreNotes = [],
  isFavorite,
  otherProperties = [],
}: ContactFacts): VcardProperty[] => [
  ...moreNotes.flatMap((note) => textProperty('NOTE', note)),
  ...(isFavorite ? [{ name: 'X-GOLDLEAF-FAVORITE', value: '1' }] : []),
  ...otherProperties.map(({ name, parameters, value }) => ({
    name: name.toUpperCase() + writeParameters(parameters),
    value: escapeText(value),
    label: parameters.LABEL?.join(' '),
  })),
];

/** The label stands beside the property, where more readers look for it. */
const writeParameters = ({ LABEL: _label, ...parameters }: Record<string, string[]>): string =>
  Object.entries(parameters)
    .filter(([name, values]) => /^[A-Z0-9-]+$/.test(name) && values.length > 0)
    .map(([name, values]) => `;${name}="${asParameter(values.join(','))}"`)
    .join('');
