import { escapeText, nameLines, textLine, type VcardVersion, vcard } from '#shared/formats/vcard.ts';
import type { NameFields } from '#shared/names/name-parts.ts';
import type { ContactDetails, OtherProperty } from './contact-details.ts';
import type { ContactFieldName } from './contact-fields.ts';

/** A contact as a contact file, with everything given, which other programs and our own import read. */

type Text = string | null | undefined;
type Labeled = { value: string; label: string };

export type ContactFacts = { fullName: string } & NameFields & {
    [Name in ContactFieldName]?: Text;
  } & Partial<
    Pick<
      ContactDetails,
      | 'emailLabel'
      | 'phoneLabel'
      | 'websiteLabel'
      | 'addresses'
      | 'nickname'
      | 'department'
      | 'birthday'
      | 'anniversary'
      | 'tags'
      | 'metPlace'
      | 'metEvent'
    >
  > & {
    moreEmails?: Labeled[];
    morePhones?: Labeled[];
    moreWebsites?: Labeled[];
    /** The owner's notes, oldest first. */
    moreNotes?: string[];
    social?: Record<string, string>;
    otherProperties?: OtherProperty[];
    isFavorite?: boolean;
    metAt?: Date | null;
    createdAt?: Date;
  };

/** A photo in the file itself, or where it is. */
export type ContactPhoto = { type: 'JPEG' | 'WEBP'; base64: string } | { url: string };

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

export function contactToVcard(
  contact: ContactFacts,
  version: VcardVersion = 3,
  photo: ContactPhoto | null = null,
): string {
  const { moreEmails = [], morePhones = [], moreWebsites = [], addresses = [] } = contact;
  const { moreNotes = [], tags = [], social = {}, otherProperties = [] } = contact;
  const labeled = createLabels(version);
  const all = (name: string, write: (value: string) => string, ways: Way[]) =>
    ways.flatMap(({ value, label }) => (value ? labeled(name, write(value), label) : []));
  return vcard(version, [
    ...nameLines(contact, version),
    ...textLine('FN', contact.fullName),
    ...phoneticLines(contact, version),
    ...textLine('NICKNAME', contact.nickname),
    ...organization(contact),
    ...textLine('TITLE', contact.jobTitle),
    ...all('EMAIL', escapeText, [{ value: contact.email, label: contact.emailLabel }, ...moreEmails]),
    ...all('TEL', escapeText, [{ value: contact.phone, label: contact.phoneLabel }, ...morePhones]),
    ...all('URL', uri, [{ value: contact.website, label: contact.websiteLabel }, ...moreWebsites]),
    ...addresses.flatMap(({ label, poBox, extra, street, city, region, postalCode, country }) =>
      labeled(
        'ADR',
        [poBox, extra, street, city, region, postalCode, country].map(escapeText).join(';'),
        label,
      ),
    ),
    ...dayLines(contact, version, labeled),
    ...[contact.notes, ...moreNotes].flatMap((note) => textLine('NOTE', note)),
    ...(tags.length > 0 ? [`CATEGORIES:${tags.map(escapeText).join(',')}`] : []),
    ...Object.entries(social).map(
      ([network, address]) => `X-SOCIALPROFILE;TYPE=${network}:${escapeText(address)}`,
    ),
    ...ownLines(contact),
    ...otherProperties.flatMap((property) => otherLines(property, labeled)),
    ...photoLines(photo, version),
  ]);
}

type Way = { value: Text; label: Text };
type Labels = (name: string, value: string, label: Text) => string[];

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
  { phoneticGivenName, phoneticFamilyName }: ContactFacts,
  version: VcardVersion,
): string[] {
  if (version === 4) return [];
  return [
    ...textLine('X-PHONETIC-FIRST-NAME', phoneticGivenName),
    ...textLine('X-PHONETIC-LAST-NAME', phoneticFamilyName),
  ];
}

function organization({ company, department }: ContactFacts): string[] {
  if (!company && !department) return [];
  return [`ORG:${escapeText(company ?? '')}${department ? `;${escapeText(department)}` : ''}`];
}

/** A web address is a URI, whose commas and semicolons stay. */
const uri = (value: string): string => {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return address.replace(/\\/g, '\\\\').replace(/\p{Cc}/gu, encodeURIComponent);
};

/** A day without its year is written as iPhones do in 3.0, and by RFC 6350, section 4.3.1, in 4.0. */
function dayLines({ birthday, anniversary }: ContactFacts, version: VcardVersion, labeled: Labels): string[] {
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
}: ContactFacts): string[] => [
  ...(isFavorite ? ['X-GOLDLEAF-FAVORITE:1'] : []),
  ...textLine('X-GOLDLEAF-NAME-ORDER', nameOrder),
  ...textLine('X-GOLDLEAF-MET-AT', (metAt ?? createdAt)?.toISOString()),
  ...textLine('X-GOLDLEAF-MET-PLACE', metPlace),
  ...textLine('X-GOLDLEAF-MET-EVENT', metEvent),
];

const otherLines = ({ name, parameters, value }: OtherProperty, labeled: Labels): string[] =>
  labeled(name.toUpperCase(), escapeText(value), parameters.LABEL?.join(' ') ?? null);

function photoLines(photo: ContactPhoto | null, version: VcardVersion): string[] {
  if (!photo) return [];
  if ('url' in photo) return [version === 4 ? `PHOTO:${photo.url}` : `PHOTO;VALUE=uri:${photo.url}`];
  return [
    version === 4
      ? `PHOTO:data:image/${photo.type.toLowerCase()};base64,${photo.base64}`
      : `PHOTO;ENCODING=b;TYPE=${photo.type}:${photo.base64}`,
  ];
}
