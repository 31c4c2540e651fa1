import type { contacts } from '#server/db/schema/schema.ts';
import { escapeText, nameLines, textLine, type VcardVersion, vcard } from '#shared/formats/vcard.ts';
import type { OtherProperty } from '#shared/people/contact-details.ts';

/** A contact with everything that is known about it, as a contact file that other programs and our own import read. */

export type ExportedContact = typeof contacts.$inferSelect & {
  /** The owner's notes, oldest first. */
  moreNotes: string[];
};

/** A photo in the file itself, or where it is. */
export type ExportedPhoto = { type: 'JPEG' | 'WEBP'; base64: string } | { url: string };

/** The labels that vCard has types for; any other stands beside its value, as phones and Google write it. */
const TYPES: Record<string, string> = {
  work: 'WORK',
  home: 'HOME',
  mobile: 'CELL',
  fax: 'FAX',
  pager: 'PAGER',
  'work fax': 'WORK,FAX',
  'home fax': 'HOME,FAX',
};

export function exportedVcard(
  contact: ExportedContact,
  version: VcardVersion,
  photo: ExportedPhoto | null,
): string {
  const labeled = createLabels(version);
  const lines = [
    ...textLine('FN', contact.fullName),
    ...nameLines(contact, version),
    ...phoneticLines(contact, version),
    ...textLine('NICKNAME', contact.nickname),
    ...organization(contact),
    ...textLine('TITLE', contact.jobTitle),
    ...[{ value: contact.email, label: contact.emailLabel }, ...contact.moreEmails].flatMap(
      ({ value, label }) => (value ? labeled('EMAIL', escapeText(value), label) : []),
    ),
    ...[{ value: contact.phone, label: contact.phoneLabel }, ...contact.morePhones].flatMap(
      ({ value, label }) => (value ? labeled('TEL', escapeText(value), label) : []),
    ),
    ...[{ value: contact.website, label: contact.websiteLabel }, ...contact.moreWebsites].flatMap(
      ({ value, label }) => (value ? labeled('URL', uri(value), label) : []),
    ),
    ...contact.addresses.flatMap(({ label, poBox, extra, street, city, region, postalCode, country }) =>
      labeled(
        'ADR',
        [poBox, extra, street, city, region, postalCode, country].map(escapeText).join(';'),
        label,
      ),
    ),
    ...dayLines(contact, version, labeled),
    ...[contact.notes, ...contact.moreNotes].flatMap((note) => textLine('NOTE', note)),
    ...(contact.tags.length > 0 ? [`CATEGORIES:${contact.tags.map(escapeText).join(',')}`] : []),
    ...Object.entries(contact.social).map(
      ([network, address]) => `X-SOCIALPROFILE;TYPE=${network}:${escapeText(address)}`,
    ),
    ...ownLines(contact),
    ...contact.otherProperties.flatMap((property) => otherLines(property, labeled)),
    ...photoLines(photo, version),
  ];
  return vcard(version, lines);
}

type Labels = (name: string, value: string, label: string | null) => string[];

/** Properties with their labels: as a type, or in a group with `X-ABLabel`. */
function createLabels(version: VcardVersion): Labels {
  let groups = 0;
  return (name, value, label) => {
    if (!label) return [`${name}:${value}`];
    const type = Object.hasOwn(TYPES, label) ? TYPES[label] : undefined;
    const isFitting = type && (name === 'TEL' || !/CELL|FAX|PAGER/.test(type));
    if (isFitting) {
      const types = version === 4 && type.includes(',') ? `"${type.toLowerCase()}"` : type;
      return [`${name};TYPE=${types}:${value}`];
    }
    groups += 1;
    return [`item${groups}.${name}:${value}`, `item${groups}.X-ABLabel:${escapeText(label)}`];
  };
}

function phoneticLines(
  { phoneticGivenName, phoneticFamilyName }: ExportedContact,
  version: VcardVersion,
): string[] {
  if (version === 4) return [];
  return [
    ...textLine('X-PHONETIC-FIRST-NAME', phoneticGivenName),
    ...textLine('X-PHONETIC-LAST-NAME', phoneticFamilyName),
  ];
}

function organization({ company, department }: ExportedContact): string[] {
  if (!company && !department) return [];
  return [`ORG:${escapeText(company ?? '')}${department ? `;${escapeText(department)}` : ''}`];
}

/** A web address is a URI, whose commas and semicolons stay. */
const uri = (value: string): string => {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return address.replace(/\\/g, '\\\\');
};

/** A day without its year is written as iPhones do in 3.0, and by RFC 6350, section 4.3.1, in 4.0. */
function dayLines(
  { birthday, anniversary }: ExportedContact,
  version: VcardVersion,
  labeled: Labels,
): string[] {
  const basic = (day: string) =>
    day.startsWith('--') ? `--${day.slice(2).replace('-', '')}` : day.replace(/-/g, '');
  if (version === 4) {
    return [
      ...(birthday ? [`BDAY:${basic(birthday)}`] : []),
      ...(anniversary ? [`ANNIVERSARY:${basic(anniversary)}`] : []),
    ];
  }
  const older = (name: string, day: string) =>
    day.startsWith('--') ? `${name};X-APPLE-OMIT-YEAR=1604:1604${day.slice(1)}` : `${name}:${day}`;
  return [
    ...(birthday ? [older('BDAY', birthday)] : []),
    ...(anniversary ? [older('X-ANNIVERSARY', anniversary)] : []),
  ].concat(
    anniversary && !anniversary.startsWith('--')
      ? labeled('X-ABDATE', anniversary, '_$!<Anniversary>!$_')
      : [],
  );
}

/** What only we say. */
const ownLines = ({
  isFavorite,
  nameOrder,
  metAt,
  metPlace,
  metEvent,
  createdAt,
}: ExportedContact): string[] => [
  ...(isFavorite ? ['X-GOLDLEAF-FAVORITE:1'] : []),
  ...textLine('X-GOLDLEAF-NAME-ORDER', nameOrder),
  ...textLine('X-GOLDLEAF-MET-AT', (metAt ?? createdAt).toISOString()),
  ...textLine('X-GOLDLEAF-MET-PLACE', metPlace),
  ...textLine('X-GOLDLEAF-MET-EVENT', metEvent),
];

const otherLines = ({ name, parameters, value }: OtherProperty, labeled: Labels): string[] =>
  labeled(name.toUpperCase(), escapeText(value), parameters.LABEL?.join(' ') ?? null);

function photoLines(photo: ExportedPhoto | null, version: VcardVersion): string[] {
  if (!photo) return [];
  if ('url' in photo) return [version === 4 ? `PHOTO:${photo.url}` : `PHOTO;VALUE=uri:${photo.url}`];
  return [
    version === 4
      ? `PHOTO:data:image/${photo.type.toLowerCase()};base64,${photo.base64}`
      : `PHOTO;ENCODING=b;TYPE=${photo.type}:${photo.base64}`,
  ];
}
