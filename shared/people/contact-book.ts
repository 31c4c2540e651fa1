import { endpoint } from '#shared/contract/api.ts';
import { count, id, line, moment, optionalLine, paragraph } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { reminder } from '#shared/messages/notices.ts';
import { asMoment, detailOutputs } from './contact-details.ts';
import { contactEventDetails } from './contact-history.ts';
import { contactOperation, savedQuery, tag } from './contact-operations.ts';
import { MERGED_NAMES } from './contact-record.ts';
import { contact } from './contacts.ts';

/**
 * The owners' tools for the people they know: notes, tags, events, saved filters, changes of many at once, and contacts
 * that are the same person.
 */

export const FILTERS_MAX = 50;
/** A key that more contacts share, like the number of a switchboard, makes nobody the same person. */
export const ALIKE_MAX = 10;
export const EVENT_DAYS_MAX = 31;

const params = z.object({ id });

export const contactNote = z.object({
  id,
  text: z.string(),
  createdAt: moment,
  changedAt: moment.nullable(),
});
export type ContactNote = z.output<typeof contactNote>;
/** Whose contact it is comes first: an empty note is refused after that. */
const noteText = paragraph().default('');
export const newContactNote = z.object({
  text: noteText,
  /** When it was written, for one that was deleted and comes back; a moment ahead counts as now. */
  createdAt: asMoment.optional(),
});

export const contactEvent = z.object({
  id: z.string(),
  /** One of `CONTACT_EVENT_KINDS`, or of a later release. */
  kind: z.string(),
  details: contactEventDetails,
  createdAt: moment,
});
export type ContactEvent = z.output<typeof contactEvent>;

export const timelineEntry = z.discriminatedUnion('type', [
  contactNote.extend({ type: z.literal('note') }),
  contactEvent.extend({ type: z.literal('event') }),
  /** One that is still to come. */
  reminder.pick({ id: true, note: true, at: true }).extend({ type: z.literal('reminder') }),
]);
export type TimelineEntry = z.output<typeof timelineEntry>;

/** A contact with everything that is kept about them. */
export const wholeContact = contact.extend({
  otherProperties: detailOutputs.otherProperties,
  datedNotes: z.array(contactNote),
});
export type WholeContact = z.output<typeof wholeContact>;

export const wholeContactQuery = z.object({ notes: z.enum(['all', 'none']).default('all') });
export type WholeContactQuery = z.output<typeof wholeContactQuery>;

/** Where the owner meets people at the moment. */
export const metEvent = z.object({ id, name: z.string(), place: z.string().nullable(), endsAt: moment });
export type MetEvent = z.output<typeof metEvent>;
export const newMetEvent = z.object({
  name: line().min(1, 'Enter the name of the event'),
  place: optionalLine(),
  endsAt: asMoment,
});

export const contactFilter = z.object({ id, name: z.string(), query: savedQuery });
export const newContactFilter = z.object({
  name: line(60).min(1, 'Enter a name for the view'),
  query: savedQuery,
});

export const alike = z.object({
  by: z.enum(['mail', 'phone', 'name']),
  /** Only the name is the same: mail addresses and numbers of two of them differ. */
  differs: z.boolean(),
  /** Oldest first. */
  contacts: z.array(contact),
});
export type Alike = z.output<typeof alike>;

/** Fields with one value, of which a merge keeps the one of a chosen contact; the others are united. */
export const MERGED_FIELDS = [...MERGED_NAMES, 'profileImage'] as const;
export const merge = z.object({
  /** The contact that stays. */
  keep: id,
  /** Those that become part of it. */
  others: z
    .array(id)
    .min(1)
    .max(ALIKE_MAX - 1),
  /** Whose value is kept, by field; otherwise that of the contact that stays, or the first there is. */
  fields: z.partialRecord(z.enum(MERGED_FIELDS), id).default({}),
});
export type Merge = z.output<typeof merge>;

const byTeamsToo = { who: 'user', account: 'query' } as const;

export const contactBookEndpoints = {
  get: endpoint('GET', '/api/contacts/{id}', {
    summary:
      'A contact with everything that is kept about them; without notes, which the timeline has, if asked',
    ...byTeamsToo,
    params,
    query: wholeContactQuery,
    returns: wholeContact,
  }),
  listEvents: endpoint('GET', '/api/contacts/{id}/history', {
    summary: 'What happened with a contact, newest first',
    ...byTeamsToo,
    params,
    query: pageQuery,
    returns: z.array(contactEvent),
    paged: true,
    limit: 'list',
  }),
  listTimeline: endpoint('GET', '/api/contacts/{id}/timeline', {
    summary:
      'Reminders that are to come, notes and what happened with a contact in one list, the latest first',
    ...byTeamsToo,
    params,
    query: pageQuery,
    returns: z.array(timelineEntry),
    paged: true,
    limit: 'list',
  }),
  addNote: endpoint('POST', '/api/contacts/{id}/notes', {
    summary: 'Add a note with its time to a contact',
    ...byTeamsToo,
    params,
    body: newContactNote,
    returns: contactNote,
    limit: 'contactWrite',
  }),
  changeNote: endpoint('PATCH', '/api/contacts/notes/{id}', {
    summary: 'Change a note',
    ...byTeamsToo,
    params,
    body: z.object({ text: noteText }),
    returns: contactNote,
    limit: 'contactWrite',
  }),
  deleteNote: endpoint('DELETE', '/api/contacts/notes/{id}', {
    summary: 'Delete a note',
    ...byTeamsToo,
    params,
    returns: z.object({ id }),
    limit: 'contactWrite',
  }),
  listTags: endpoint('GET', '/api/contacts/tags', {
    summary: "The requester's tags by name",
    ...byTeamsToo,
    returns: z.array(z.object({ name: z.string() })),
    limit: 'list',
  }),
  deleteTag: endpoint('DELETE', '/api/contacts/tags/{name}', {
    summary: 'Remove a tag from the list, and from every contact that has it',
    ...byTeamsToo,
    params: z.object({ name: tag }),
    returns: contactOperation,
    limit: 'contactWrite',
  }),
  currentEvent: endpoint('GET', '/api/contacts/event', {
    summary: 'Where the requester meets people at the moment; null if nowhere in particular',
    who: 'user',
    returns: z.object({ event: metEvent.nullable() }),
  }),
  startEvent: endpoint('PUT', '/api/contacts/event', {
    summary: 'Say where one meets people until a moment; contacts and leads that arrive meanwhile carry it',
    who: 'user',
    body: newMetEvent,
    returns: z.object({ event: metEvent.nullable() }),
    limit: 'contactWrite',
  }),
  endEvent: endpoint('DELETE', '/api/contacts/event', {
    summary: 'End the event now',
    who: 'user',
    returns: z.object({ event: metEvent.nullable() }),
    limit: 'contactWrite',
  }),
  listFilters: endpoint('GET', '/api/contacts/filters', {
    summary: 'Saved filters, oldest first',
    ...byTeamsToo,
    returns: z.array(contactFilter),
  }),
  addFilter: endpoint('POST', '/api/contacts/filters', {
    summary: 'Keep a search, a filter and a tag under a name; the same name replaces what it kept',
    ...byTeamsToo,
    body: newContactFilter,
    returns: contactFilter,
    limit: 'contactWrite',
  }),
  deleteFilter: endpoint('DELETE', '/api/contacts/filters/{id}', {
    summary: 'Delete a saved filter',
    ...byTeamsToo,
    params,
    returns: z.object({ id }),
    limit: 'contactWrite',
  }),
  listAlike: endpoint('GET', '/api/contacts/duplicates', {
    summary:
      'Groups of contacts with the same email address, number, or name, the surest first; pages may be empty',
    ...byTeamsToo,
    query: pageQuery,
    returns: z.array(alike),
    paged: true,
    limit: 'list',
  }),
  countAlike: endpoint('GET', '/api/contacts/duplicates/count', {
    summary: 'How many such groups there are, up to 1,000',
    ...byTeamsToo,
    returns: z.object({ groups: count, isMore: z.boolean() }),
    limit: 'list',
  }),
  keepApart: endpoint('POST', '/api/contacts/duplicates/apart', {
    summary: 'Say that contacts that look alike are different people',
    ...byTeamsToo,
    body: z.object({ ids: z.array(id).min(2).max(ALIKE_MAX) }),
    returns: z.object({ ids: z.array(id) }),
    limit: 'contactWrite',
  }),
  merge: endpoint('POST', '/api/contacts/merge', {
    summary: 'Merge contacts into one, field by field',
    ...byTeamsToo,
    body: merge,
    returns: z.object({ contact, operation: contactOperation }),
    limit: 'contactWrite',
  }),
};
