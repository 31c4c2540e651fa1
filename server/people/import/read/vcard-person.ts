import { toE164 } from '#server/infra/phone.ts';
import { SOCIAL_LABELS, type SocialNetwork } from '#shared/contract/links.ts';
import { RECORD_NAMES, type RecordName, recordField } from '#shared/people/contact-record.ts';
import { TYPED_PARAMETER } from '#shared/people/contact-vcard.ts';
import { addLabeled, type ImportedPerson, nobody, type TextTarget, wordsOfAddress } from './person.ts';
import { putFaxLast } from './phone-order.ts';
import { labelOf, labelsOf } from './vcard-labels.ts';
import { type CardProperty, type ReadVcard, textOf } from './vcard-properties.ts';
import {
  dateOf,
  decodeName,
  decodeParameter,
  keepEnvelope,
  listParameters,
  phoneOf,
  takeCategories,
  takeGroups,
  takeUrl,
  takeVcardAddress,
} from './vcard-values.ts';

/** The person of a contact file, of vCard 2.1, 3.0 or 4.0, with what iPhone, Google, Outlook and others add to them. */

/** About the file rather than the person, or said by other properties. */
const DROPPED = new Set([
  'version',
  'rev',
  'prodid',
  'uid',
  'begin',
  'end',
  'source',
  'clientpidmap',
  'x-ablabel',
  'x-abadr',
  'x-abshowas',
  'kind',
  'profile',
  'mailer',
  'x-ms-ol-design',
  'x-ms-ol-default-postal-address',
  'x-ms-cardpicture',
  'x-ms-imaddress-type',
  'x-imagetype',
  'x-imagehash',
  'x-ms-signature',
  'x-is-angle',
]);
/** A list of people, as iCloud (`X-ADDRESSBOOKSERVER-KIND`) and vCard 4.0 (RFC 6350, section 6.1.4) write them. */
export const isGroup = ({ properties }: ReadVcard): boolean =>
  properties.some(
    (one) => (one.name === 'kind' || one.name === 'x-addressbookserver-kind') && /^group$/i.test(textOf(one)),
  );

export function personOfCard({ properties, unread }: ReadVcard): ImportedPerson {
  const person = nobody();
  const labels = labelsOf(properties);
  const inOrder = byPreference(properties);
  for (const property of inOrder.filter(({ name }) => name !== 'label')) {
    take(person, property, labelOf(property, labels));
  }
  // After the addresses, of which it says little new.
  const envelopes = inOrder.filter(({ name }) => name === 'label');
  const said = new Set(
    envelopes.length > 0 ? person.addresses.flatMap((one) => [...wordsOfAddress(one)]) : [],
  );
  for (const property of envelopes) keepEnvelope(person, said, property, labelOf(property, labels));
  // Our own files say which number comes first.
  if (!properties.some(({ name }) => name === 'x-goldleaf-met-at')) {
    putFaxLast(person.phones);
    takeGroups(person);
  }
  const lines = unread.length === 1 ? `line ${unread[0]}` : `lines ${unread.slice(0, 5).join(', ')}`;
  if (unread.length > 0) person.remarks.push(`Couldn’t read ${lines} of this contact`);
  return person;
}

/** Preferred values first; otherwise in the order of the file. */
function byPreference(properties: CardProperty[]): CardProperty[] {
  const rank = ({ types, params }: CardProperty) =>
    types.includes('pref') ? 1 : params.pref === undefined ? 101 : Number(params.pref) || 101;
  return properties.toSorted((one, other) => rank(one) - rank(other));
}

const isNetwork = (name: string): name is SocialNetwork => Object.hasOwn(SOCIAL_LABELS, name);

type Taker = (person: ImportedPerson, property: CardProperty, label: string) => void;

/** Keeps a property that has no place of its own, or no more place there. */
const keepOther: Taker = ({ other }, property, label) => {
  const value = textOf(property);
  const parameters = listParameters(property);
  if (value) other.push({ name: property.name.toUpperCase(), value, label, parameters });
};

/** Sets a text that a contact has once; another one is kept aside. */
const once =
  (target: TextTarget, read: (property: CardProperty) => string = textOf): Taker =>
  (person, property, label) => {
    const value = read(property);
    const there = person.texts[target];
    if (value && !there) person.texts[target] = value;
    else if (value !== there) keepOther(person, property, label);
  };

const dayOf = (property: CardProperty): string => dateOf(textOf(property), property.params);
const network =
  (name: SocialNetwork): Taker =>
  (person, property, label) => {
    const value = textOf(property);
    if (value && !person.social[name]) person.social[name] = value;
    else keepOther(person, property, label);
  };

const takeNote: Taker = ({ texts, moreNotes }, property) => {
  const note = textOf(property);
  if (!texts.notes) texts.notes = note;
  else if (note) moreNotes.push(note);
};
const takeMail: Taker = ({ emails }, property, label) =>
  addLabeled(emails, textOf(property).replace(/^mailto:/i, ''), label);

/** How the value of a field is read, by its kind. */
function takerOf(name: RecordName): Taker | null {
  switch (recordField(name).kind) {
    case 'line':
    case 'choice':
    case 'moment':
      return once(name as TextTarget);
    case 'day':
      return once(name as TextTarget, dayOf);
    case 'text':
      return takeNote;
    case 'mail':
      return takeMail;
    case 'phone':
      return takePhone;
    case 'link':
      return (person, property, label) => takeUrl(person, textOf(property), label);
    case 'addresses':
      return takeVcardAddress;
    case 'tags':
      return takeCategories;
    case 'social':
      return takeSocial;
    default:
      return null;
  }
}

/** By the properties of the record, in both versions; those that have components are read as a whole. */
const OF_RECORD = RECORD_NAMES.flatMap((name) => {
  const { vcard, vcardAlso = [] } = recordField(name);
  const taker = takerOf(name);
  if (!vcard || vcard.component !== undefined || !taker) return [];
  return [vcard[3], vcard[4], ...vcardAlso].map((property) => [property.toLowerCase(), taker] as const);
});

const TAKERS: Record<string, Taker> = {
  ...Object.fromEntries(OF_RECORD),
  n: takeName,
  org: takeOrganization,
  impp: keepImpp,
  'x-abdate': (person, property, label) =>
    (/^anniversary$/i.test(label) ? once('anniversary', dayOf) : keepOther)(person, property, label),
  'x-twitter': network('twitter'),
  'x-linkedin': network('linkedin'),
  'x-linkedin-url': network('linkedin'),
  'x-facebook': network('facebook'),
  'x-instagram': network('instagram'),
  'x-whatsapp': network('whatsapp'),
  'x-telegram': network('telegram'),
  'x-github': network('github'),
  'x-android-custom': takeOfAndroid,
  'x-goldleaf-favorite'(person, property) {
    person.isFavorite = textOf(property) === '1';
  },
};

function take(person: ImportedPerson, property: CardProperty, label: string): void {
  if (DROPPED.has(property.name)) return;
  const taker = Object.hasOwn(TAKERS, property.name) ? TAKERS[property.name] : keepOther;
  taker?.(person, property, label);
}

/** By the numbers of Android's `ContactsContract.CommonDataKinds.Relation`. */
const RELATIONS = [
  '',
  'assistant',
  'brother',
  'child',
  'domestic partner',
  'father',
  'friend',
  'manager',
  'mother',
  'parent',
  'partner',
  'referred by',
  'relative',
  'sister',
  'spouse',
];

/** A value that vCard 2.1 has no property for, as a row of Android's own table: its kind, the value, and a number for its type. */
function takeOfAndroid(person: ImportedPerson, property: CardProperty, label: string): void {
  const { texts } = person;
  const [kind = '', value = '', type, named] = textOf(property).split(';');
  if (/\/nickname$/.test(kind) && value && !texts.nickname) texts.nickname = value;
  else if (/\/contact_event$/.test(kind) && type === '1' && value && !texts.anniversary)
    texts.anniversary = dateOf(value);
  else if (/\/relation$/.test(kind) && value)
    person.other.push({ name: 'X-ABRELATEDNAMES', value, label: named || (RELATIONS[Number(type)] ?? '') });
  else keepOther(person, property, label);
}

/** An address of instant messages with its service, which phones write beside it (RFC 4770). */
function keepImpp(person: ImportedPerson, property: CardProperty, label: string): void {
  const service = property.params['x-service-type'] ?? '';
  const words = [service, label.toLowerCase() === service.toLowerCase() ? '' : label];
  keepOther(person, property, words.filter(Boolean).join(' '));
}

/** How a name or company is sorted (RFC 6350, section 5.9); vCard 3.0 has a property for it. */
function keepSorting({ other }: ImportedPerson, { params }: CardProperty): void {
  const value = params['sort-as']?.trim();
  if (value) other.push({ name: 'SORT-STRING', value, label: '' });
}

function takeOrganization(person: ImportedPerson, property: CardProperty, label: string): void {
  keepSorting(person, property);
  const [company = '', ...units] = property.parts.map((part) => part.join(', ').trim());
  const { texts } = person;
  if (texts.company && texts.company !== company) {
    const value = [company, ...units].filter(Boolean).join(', ');
    if (value) person.other.push({ name: 'ORG', value, label });
    return;
  }
  if (company) texts.company = company;
  const department = units.filter(Boolean).join(', ');
  if (department) texts.department ??= department;
}

function takeName(person: ImportedPerson, property: CardProperty): void {
  const { texts } = person;
  const { parts, params } = property;
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = parts.map((part) =>
    part
      .map((one) => one.trim())
      .filter(Boolean)
      .join(' '),
  );
  // RFC 9554: the same name as it sounds.
  if (params.phonetic) {
    texts.phoneticFamilyName ??= family;
    texts.phoneticGivenName ??= given;
    return;
  }
  if (texts.familyName !== undefined || texts.givenName !== undefined) return;
  // A name that is written twice is sorted by its sound, which the other one gives.
  if (!params.altid) keepSorting(person, property);
  Object.assign(texts, {
    familyName: family,
    givenName: given,
    additionalName: additional,
    namePrefix: prefix,
    nameSuffix: suffix,
  });
}

/** Our own files carry a number as it was typed beside the international one, which is right in every country. */
function takePhone({ phones }: ImportedPerson, property: CardProperty, label: string): void {
  const number = phoneOf(property);
  const typed = property.params[TYPED_PARAMETER.toLowerCase()];
  const known = phones.length;
  addLabeled(phones, typed ? decodeParameter(typed) : number, label);
  const added = phones[known];
  if (typed && added) added.e164 = toE164(number);
}

function takeSocial(person: ImportedPerson, property: CardProperty, label: string): void {
  const { types, params } = property;
  const found = types.map((type) => (type === 'x' ? 'twitter' : type)).find(isNetwork);
  const text = textOf(property);
  // iPhones write "x-apple:name" where they know no address.
  const value = /^x-apple:/i.test(text) ? (params['x-user'] ?? text.replace(/^x-apple:/i, '')) : text;
  if (found && value && !person.social[found]) person.social[found] = decodeName(value);
  else keepOther(person, property, label);
}
