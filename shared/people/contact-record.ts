import { CONTACT_FIELDS, type ContactField } from './contact-fields.ts';
import { ADDRESSES_MAX, MORE_MAX, OTHER_PROPERTIES_MAX, TAGS_A_CONTACT_MAX } from './contact-limits.ts';
import type { DetailField, DetailKind, DetailValue, RecordPlaces } from './record-field.ts';

/**
 * Everything that is kept about a contact: the fields that visitors send (`contact-fields.ts`), and the details below,
 * which only owners and their files fill in. Schemas (`contact-details.ts`), columns (`server/db/field-columns.ts`),
 * contact files, CSV and JSON both ways, merging, history, the screens of a contact and the device's copy are derived
 * from it: to add a field, add an entry and run `npm run db:generate`. Details are modeled on RFC 6350; a property of
 * an imported file that none stands for is kept in `otherProperties`, so that an export loses nothing. No schema
 * library here: screens import it.
 */
export const DETAIL_FIELDS = {
  emailLabel: { kind: 'label', of: 'email', label: 'Label', mergesWith: 'email' },
  phoneLabel: { kind: 'label', of: 'phone', label: 'Label', mergesWith: 'phone' },
  websiteLabel: { kind: 'label', of: 'website', label: 'Label', mergesWith: 'website' },
  moreEmails: {
    kind: 'further',
    of: 'email',
    max: MORE_MAX,
    label: 'Other email addresses',
    vcard: { 3: 'EMAIL', 4: 'EMAIL' },
  },
  morePhones: {
    kind: 'further',
    of: 'phone',
    max: MORE_MAX,
    label: 'Other phone numbers',
    vcard: { 3: 'TEL', 4: 'TEL' },
  },
  moreWebsites: {
    kind: 'further',
    of: 'website',
    max: MORE_MAX,
    label: 'Other websites',
    vcard: { 3: 'URL', 4: 'URL' },
  },
  addresses: {
    kind: 'addresses',
    max: ADDRESSES_MAX,
    label: 'Postal addresses',
    vcard: { 3: 'ADR', 4: 'ADR' },
    vcardAlso: ['X-SAMSUNGADR'],
  },
  nickname: {
    kind: 'line',
    max: 100,
    label: 'Nickname',
    vcard: { 3: 'NICKNAME', 4: 'NICKNAME' },
    headings:
      'nickname|nick|nick name|spitzname|surnom|pseudo|apodo|alias|soprannome|apelido informal|alcunha',
    importGroup: 'Name',
  },
  department: {
    kind: 'line',
    label: 'Department',
    vcard: { 3: 'ORG', 4: 'ORG', component: 1 },
    headings:
      'department|organization department|dept|division|abteilung|bereich|departement|service|departamento|reparto|dipartimento|setor',
    importGroup: 'Work',
    isShown: true,
  },
  pronouns: {
    kind: 'line',
    max: 60,
    label: 'Pronouns',
    hint: 'e.g. she/her',
    vcard: { 3: 'X-PRONOUNS', 4: 'PRONOUNS' },
    headings: 'pronouns|preferred pronouns|pronomen|pronoms|pronombres|pronomi|pronomes',
    importGroup: 'Name',
    isShown: true,
  },
  birthday: {
    kind: 'day',
    label: 'Birthday',
    vcard: { 3: 'BDAY', 4: 'BDAY' },
    headings:
      'birthday|birth date|date of birth|dob|birthdate|geburtstag|geburtsdatum|anniversaire|date de naissance|cumpleanos|fecha de nacimiento|compleanno|data di nascita|aniversario natalicio|data de nascimento|data de aniversario',
    importGroup: 'More',
    isShown: true,
  },
  anniversary: {
    kind: 'day',
    label: 'Anniversary',
    vcard: { 3: 'X-ANNIVERSARY', 4: 'ANNIVERSARY' },
    headings: 'anniversary|wedding anniversary|jahrestag|hochzeitstag|aniversario|anniversario',
    importGroup: 'More',
    isShown: true,
  },
  tags: {
    kind: 'tags',
    max: TAGS_A_CONTACT_MAX,
    label: 'Tags',
    vcard: { 3: 'CATEGORIES', 4: 'CATEGORIES' },
    headings:
      'tags|tag|labels|categories|category|group|groups|group membership|lists|keywords|kategorien|kategorie|gruppe|gruppen|schlagworte|schlagworter|etiquettes|categories de contact|groupe|groupes|etiquetas|etiqueta|categorias|categoria|grupo|grupos|etichette|etichetta|categorie|gruppo|gruppi|marcadores',
    importGroup: 'More',
    isListed: true,
  },
  /** Null: when the contact was made. */
  metAt: {
    kind: 'moment',
    label: 'When you met',
    vcard: { 3: 'X-GOLDLEAF-MET-AT', 4: 'X-GOLDLEAF-MET-AT' },
    csvHeading: 'Met',
    headings:
      'connected on|date met|met on|connected|connection date|date connected|date added|added on|create time|created time|creation time|create date|created at|created|creation date|date created|captured at|scanned at|scan date|date scanned|exchange date|date|verbunden am|getroffen am|erstellt am|hinzugefugt am|date d ajout|cree le|fecha de conexion|fecha de creacion|data di creazione|data de criacao|submitted at|submission date|timestamp',
    importGroup: 'More',
    importLabel: 'Date you met',
    mergesWith: 'metEvent',
    isListed: true,
  },
  metPlace: {
    kind: 'line',
    label: 'Place',
    vcard: { 3: 'X-GOLDLEAF-MET-PLACE', 4: 'X-GOLDLEAF-MET-PLACE' },
    csvHeading: 'Place',
    headings:
      'met at|where met|met place|where we met|place|meeting place|capture location|scan location|getroffen in|treffpunkt|lieu de rencontre|lugar de encuentro|luogo d incontro|local do encontro',
    importGroup: 'More',
    importLabel: 'Place you met',
    isListed: true,
  },
  metEvent: {
    kind: 'line',
    label: 'Event',
    vcard: { 3: 'X-GOLDLEAF-MET-EVENT', 4: 'X-GOLDLEAF-MET-EVENT' },
    csvHeading: 'Event',
    headings: 'event|event name|met event|campaign|veranstaltung|messe|evenement|salon|evento|fiera|feira',
    importGroup: 'More',
    importLabel: 'Event you met at',
    isListed: true,
  },
  social: {
    kind: 'social',
    label: 'Social',
    vcard: { 3: 'X-SOCIALPROFILE', 4: 'X-SOCIALPROFILE' },
  },
  otherProperties: { kind: 'properties', max: OTHER_PROPERTIES_MAX, label: 'Other properties' },
} as const satisfies Readonly<Record<string, DetailField>>;

export type DetailFields = typeof DETAIL_FIELDS;
export type DetailName = keyof DetailFields;

/** The whole record: what visitors send, and what owners keep. */
export const CONTACT_RECORD = { ...CONTACT_FIELDS, ...DETAIL_FIELDS };
type ContactRecord = typeof CONTACT_RECORD;
export type RecordName = keyof ContactRecord;
export type RecordField = ContactField | DetailField;
export const RECORD_NAMES = Object.keys(CONTACT_RECORD) as RecordName[];
export const recordField = (name: RecordName): RecordField => CONTACT_RECORD[name];

export const DETAIL_NAMES = Object.keys(DETAIL_FIELDS) as DetailName[];

type NamesOfKind<Some extends RecordField['kind']> = {
  [Name in RecordName]: ContactRecord[Name] extends { kind: Some } ? Name : never;
}[RecordName];
type NamesWith<Place extends keyof RecordPlaces> = {
  [Name in RecordName]: ContactRecord[Name] extends Record<Place, unknown> ? Name : never;
}[RecordName];

/** The fields of certain kinds, in the order of the table. */
export const recordNamesOf = <Some extends RecordField['kind']>(...kinds: Some[]) =>
  RECORD_NAMES.filter((name) =>
    (kinds as string[]).includes(CONTACT_RECORD[name].kind),
  ) as NamesOfKind<Some>[];

/** The fields that have a certain place. */
export const recordNamesWith = <Place extends keyof RecordPlaces>(place: Place) =>
  RECORD_NAMES.filter((name) => place in CONTACT_RECORD[name]) as NamesWith<Place>[];

/** Fields whose value is one line of text, a day or a moment: a form has an input for each, and a file a cell. */
export const SINGLE_NAMES = recordNamesOf('line', 'mail', 'phone', 'link', 'day', 'moment');

/** Fields that have a column of their own in our CSV files. */
export const CELL_NAMES = recordNamesOf(
  'line',
  'text',
  'mail',
  'phone',
  'link',
  'choice',
  'day',
  'moment',
  'tags',
  'social',
);
/** The heading of that column. */
export const csvHeading = (name: RecordName): string =>
  recordField(name).csvHeading ?? recordField(name).label;

/** Fields of which a merge keeps one value; others are united, or go with another field. */
export const MERGED_NAMES = recordNamesOf('line', 'mail', 'phone', 'link', 'day').filter(
  (name) => !('mergesWith' in CONTACT_RECORD[name]),
) as Exclude<NamesOfKind<'line' | 'mail' | 'phone' | 'link' | 'day'>, NamesWith<'mergesWith'>>[];

/** Details that only the screen of a contact shows. */
export const UNLISTED_NAMES = DETAIL_NAMES.filter((name) => !('isListed' in DETAIL_FIELDS[name])) as Exclude<
  DetailName,
  NamesWith<'isListed'>
>[];

/** The details of a contact about whom nothing further was noted. */
export const NO_DETAILS = Object.fromEntries(
  DETAIL_NAMES.map((name) => [name, emptyDetail(DETAIL_FIELDS[name].kind)]),
) as {
  [Name in DetailName]: DetailFields[Name] extends { kind: 'moment' }
    ? null
    : DetailValue<DetailFields[Name]>;
};

function emptyDetail(kind: DetailKind['kind']) {
  switch (kind) {
    case 'further':
    case 'addresses':
    case 'tags':
    case 'properties':
      return [];
    case 'social':
      return {};
    default:
      return null;
  }
}
