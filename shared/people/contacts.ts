import { vcardQuery } from '#shared/cards/cards.ts';
import { endpoint, file } from '#shared/contract/api.ts';
import { omit } from '#shared/contract/field-kinds.ts';
import { inputsOf, outputsOf } from '#shared/contract/field-schemas.ts';
import { count, id, line, moment, tickBox } from '#shared/contract/fields.ts';
import { LEAD_STATUSES } from '#shared/contract/lead-questions.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { CONTACTS_FILE_NAME } from '#shared/formats/file-names.ts';
import { asMoment, detailInputs, detailOutputs } from './contact-details.ts';
import { CONTACT_FIELDS, type ContactFieldName, SENT_FIELDS } from './contact-fields.ts';
import type { ContactFilter } from './contact-filters.ts';
import { TAG_LENGTH_MAX } from './contact-limits.ts';
import { UNLISTED_NAMES } from './contact-record.ts';
import { answers, consents, leadStatus } from './lead-schemas.ts';

/** The people an owner met: contact exchange by visitors, and the owner's list. */

const text = z.string().nullable();
/** A contact by itself has all details; nobody but its own screen needs the properties of files. */
const { otherProperties: _otherProperties, ...contactDetails } = detailOutputs;

export const contact = z.object({
  id,
  userId: id,
  cardId: id.nullable(),
  cardName: text,
  ...outputsOf(CONTACT_FIELDS),
  /** The phone number in E.164 format, if it could be parsed. */
  phoneE164: text,
  profileImage: text,
  isFavorite: z.boolean(),
  source: text,
  ...contactDetails,
  /** When the owner last wrote to them, as far as is known. */
  followedUpAt: moment.nullable(),
  /** Of a contact that was a lead: its answers, and how far it has come. */
  customFields: answers,
  leadStatus: leadStatus.nullable(),
  consents,
  createdAt: moment,
  /** Who in the team holds them; null if nobody does, and in one's own list. */
  holderId: id.nullable(),
  /** The team whose it is, in a list of all accounts. */
  teamId: id.optional(),
});
export type Contact = z.output<typeof contact>;

/** A form's report of how it was filled in; API clients may leave it out: see `server/people/contacts/exchange/submit.ts`. */
export const traces = {
  /** The value of a field that people cannot see. */
  subject: z.string().nullable().optional(),
  /** Milliseconds between showing the form and sending it. */
  elapsed: z.number().nonnegative().optional(),
};

/** Without a body, each call changes it back: one that is sent again for want of an answer should say which it means. */
const favoriteMark = z.object({ isFavorite: z.boolean().optional() }).default({});
export type FavoriteMark = z.output<typeof favoriteMark>;

/**
 * An idempotency key made by the sender: different for each submission, the same on retries. Two submissions with the
 * same key and content count once and get the same response.
 */
export const idempotencyKey = z
  .string()
  .regex(/^[\w-]{8,80}$/, 'Make a key of 8 to 80 letters, digits, _ and -')
  .optional();

/** A visitor's submission. The card determines the owner; a `cardOwnerId` in the payload is ignored. */
export const exchange = z.object({
  ...inputsOf(SENT_FIELDS),
  cardId: id,
  key: idempotencyKey,
  /** True if the sender agrees to get one text message from the owner; a form sends its ticked box as "true". */
  smsConsent: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .nullable()
    .optional(),
  /** `textVersion` of the text that was shown: without consent if it has changed since. */
  textVersion: z.string().max(20).optional(),
  /** A mail with a link to see, correct and withdraw what was sent; at most one a day to an address. */
  wantsReceipt: tickBox,
  ...traces,
});
export type Exchange = z.output<typeof exchange>;
/** A visitor's details about themselves. */
export type SentFields = Pick<Exchange, NeededName> & Partial<Pick<Exchange, ContactFieldName>>;
type NeededName = {
  [Name in ContactFieldName]: Exchange[Name] extends string ? Name : never;
}[ContactFieldName];

/**
 * The changes an owner may make to a contact: everything but where it came from. What the person had sent stays in the
 * contact's history. A list that is sent replaces the one there is.
 */
export const contactChanges = z.object({
  ...z.object(inputsOf(CONTACT_FIELDS)).partial().shape,
  ...detailInputs,
  /** An image that was uploaded (`POST /api/media`). */
  profileImage: z.string().refine(isOwnMedia, 'Upload the photo first').nullable().optional(),
});
export type ContactChanges = z.output<typeof contactChanges>;

/**
 * A person whom the owner adds by hand. `key` (or the header `Idempotency-Key`) makes it count once however often it is
 * sent. A `cardName` is ignored: the card of `cardId` says it.
 */
export const newContact = z.object({
  ...inputsOf(CONTACT_FIELDS),
  /** The card through which they met, one of this account's. */
  cardId: id.nullable().optional(),
  isFavorite: z.boolean().optional(),
  profileImage: contactChanges.shape.profileImage,
  social: detailInputs.social,
  moreEmails: detailInputs.moreEmails,
  morePhones: detailInputs.morePhones,
  addresses: detailInputs.addresses,
  /** Where the details are from: somebody typed them in, unless it was a paper card. */
  source: z.enum(['manual', 'scan']).optional(),
  /** When they met, for a contact noted down without a network; a moment ahead or over 30 days ago is moved to the nearest that counts. */
  metAt: asMoment.optional(),
  key: idempotencyKey,
});
export type NewContact = z.output<typeof newContact>;

/** The people on the contacts screen: contacts, and leads, which are not contacts yet, in the same shape. */
const { userId: _userId, source: _source, ...listed } = contact.shape;
export const person = z.object({
  ...omit(
    listed,
    UNLISTED_NAMES.filter((name) => name !== 'otherProperties'),
  ),
  isLead: z.boolean(),
});
export type Person = z.output<typeof person>;

/** The message to visitors while nothing that they send could be kept. */
export const inboxFullText = (owner: string): string =>
  `${owner} can’t receive more contacts right now. Save their contact and write to them instead.`;

export const contactSummary = z.object({
  contacts: count,
  leads: count,
  /** How much room contacts and leads take, and how much they may; `people` are both together. */
  use: z.object({ people: count, peopleMax: count, bytes: count, bytesMax: count }),
  /** Contacts made on each of the last 30 days (UTC), ending today. */
  metByDay: z.array(z.number().int()),
});
export type ContactSummary = z.output<typeof contactSummary>;

export const CONTACT_FILTERS = [
  'all',
  'recent',
  'favorites',
  'notFollowedUp',
  ...LEAD_STATUSES,
] as const satisfies ContactFilter[];

/**
 * Filters the list of people: `q` occurs, in any case, in the name, a nickname, an email, the company, a tag or the event
 * where they were met (of leads, in name, email or company), and the filter matches.
 */
export const peopleQuery = pageQuery.extend({
  q: line().optional(),
  /** `recent`: the last 30 days. `notFollowedUp`: contacts the owner has not written to yet. A status: leads, and contacts that were leads, which have it. */
  filter: z.enum(CONTACT_FILTERS).default('all'),
  /** Only contacts with this tag. */
  tag: line(TAG_LENGTH_MAX).min(1).optional(),
});
export type PeopleQuery = z.output<typeof peopleQuery>;

/** The contents of an export of contacts, and its file name. */
export const contactExport = z.object({
  format: z.enum(['csv', 'vcard3', 'vcard4', 'json']).default('csv'),
  /** As in the list: only the contacts that match. */
  q: line().optional(),
  filter: z.enum(CONTACT_FILTERS).default('all'),
  tag: line(TAG_LENGTH_MAX).min(1).optional(),
  /** Of CSV: `all` includes every column, and leads unless the list is narrowed; if left out, the five columns of the specification. */
  columns: z.literal('all').optional(),
  /** The name includes the date if left out. */
  name: z.literal(CONTACTS_FILE_NAME).optional(),
});
export type ContactExport = z.output<typeof contactExport>;

const contactParams = z.object({ id });

export const contactEndpoints = {
  list: endpoint('GET', '/api/contacts', {
    summary: "The signed-in user's contacts, newest first",
    who: 'user',
    account: 'query',
    isAcrossAccounts: true,
    query: peopleQuery,
    returns: z.array(contact),
    paged: true,
    limit: 'list',
  }),
  add: endpoint('POST', '/api/contacts', {
    summary: 'Add a contact by hand; with an idempotency key it is added once',
    who: 'user',
    account: 'query',
    body: newContact,
    returns: contact,
    limit: 'contactWrite',
  }),
  listPeople: endpoint('GET', '/api/contacts/people', {
    summary: 'Contacts and leads in one list, newest first',
    who: 'user',
    account: 'query',
    isAcrossAccounts: true,
    query: peopleQuery,
    returns: z.array(person),
    paged: true,
    limit: 'list',
  }),
  summary: endpoint('GET', '/api/contacts/summary', {
    summary: 'How many contacts and leads there are, and when they were met',
    who: 'user',
    account: 'query',
    isAcrossAccounts: true,
    returns: contactSummary,
    limit: 'list',
  }),
  stream: endpoint('GET', '/api/contacts/stream', {
    summary: 'An event "arrived" whenever somebody new came, as text/event-stream; it does not say who',
    who: 'user',
    isRepeated: true,
    isStreamed: true,
    returns: file('text/event-stream'),
  }),
  export: endpoint('GET', '/api/contacts/export', {
    summary: 'Contacts as CSV, vCard 3.0 or 4.0, or JSON: all, or as the list is narrowed',
    who: 'user',
    account: 'query',
    whileSuspended: true,
    query: contactExport,
    returns: file('text/csv'),
    limit: 'export',
  }),
  vcard: endpoint('GET', '/api/contacts/{id}/vcard', {
    summary: 'The contact file of a contact or a lead, vCard 3.0 or 4.0',
    who: 'user',
    account: 'query',
    params: contactParams,
    query: vcardQuery,
    returns: file('text/vcard'),
  }),
  toggleFavorite: endpoint('POST', '/api/contacts/{id}/favorite', {
    summary: 'Mark a contact as a favorite, or no longer: as `isFavorite` says, or else the other way round',
    who: 'user',
    account: 'query',
    params: contactParams,
    body: favoriteMark,
    returns: contact,
    limit: 'contactWrite',
  }),
  change: endpoint('PATCH', '/api/contacts/{id}', {
    summary: 'Change what is kept about a contact',
    who: 'user',
    account: 'query',
    params: contactParams,
    body: contactChanges,
    returns: contact,
    limit: 'contactWrite',
  }),
  delete: endpoint('DELETE', '/api/contacts/{id}', {
    summary: 'Delete a contact',
    who: 'user',
    account: 'query',
    params: contactParams,
    returns: z.object({ id }),
    limit: 'contactWrite',
  }),
  exchange: endpoint('POST', '/api/contacts/exchange', {
    summary: "Leave one's own details with the owner of a card",
    who: 'anyone',
    body: exchange,
    returns: z.object({ id, ownerName: z.string() }),
    limit: 'exchange',
  }),
};
