import { endpoint, multipart } from '#shared/contract/api.ts';
import { TEXT_MAX } from '#shared/contract/constants.ts';
import { count, id, line, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { IMPORT_STATES, importColumn, importProblem } from '#shared/people/import.ts';
import { invited } from './claims.ts';
import { LIST_BYTES_MAX } from './limits.ts';

/** Lists of people for whom a team prepares cards: what a column may be, what a list would do, and how it goes. */

export const LIST_TARGETS = [
  'fullName',
  'givenName',
  'familyName',
  'email',
  'jobTitle',
  'department',
  'phone',
  'company',
  'location',
  'role',
  'skip',
] as const;
export type ListTarget = (typeof LIST_TARGETS)[number];
const listTarget = z.enum(LIST_TARGETS);

/** A row as a card is prepared of it. */
export const listed = invited.extend({
  role: z.enum(['admin', 'member']),
  givenName: line(TEXT_MAX.line).optional(),
  familyName: line(TEXT_MAX.line).optional(),
  department: line(TEXT_MAX.line).optional(),
  company: line(TEXT_MAX.line).optional(),
  location: line(TEXT_MAX.line).optional(),
});
export type Listed = z.output<typeof listed>;

const listColumn = importColumn.pick({ heading: true, samples: true }).extend({ target: listTarget });
export type ListColumn = z.output<typeof listColumn>;

export const teamList = z
  .object({
    id,
    fileName: z.string(),
    state: z.enum(IMPORT_STATES),
    /** Rows of the file, also those with errors; null while it is read. */
    rows: count.nullable(),
    columns: z.array(listColumn),
    /** The first people, and what the list would do; null while it is read. */
    preview: z
      .object({
        people: z.array(
          z.object({
            line: count,
            fullName: z.string(),
            email: z.string(),
            jobTitle: z.string(),
            role: z.enum(['admin', 'member']),
          }),
        ),
        ready: count,
        /** Twice in the file, invited already, or in the team. */
        duplicates: count,
        errors: count,
        problems: z.array(importProblem),
        /** Invites that the team may still mail today; those of further rows follow on the next days. */
        mailsLeft: count,
      })
      .nullable(),
    /** Rows dealt with so far, and what became of them. */
    progress: z.object({ done: count, prepared: count, skipped: count, failed: count }),
    /** How many were taken back, and how many stayed because somebody had claimed it. */
    undo: z.object({ removed: count, kept: count }),
    /** Cards of this list that nobody has claimed, and of these the invites that wait for their day to be mailed. */
    open: z.object({ unclaimed: count, waiting: count }),
    /** Why it failed. */
    error: z.string().nullable(),
    createdAt: moment,
    finishedAt: moment.nullable(),
  })
  .meta({ id: 'TeamList' });
export type TeamList = z.output<typeof teamList>;

export const listMapping = z.object({ targets: z.array(listTarget).max(500) });
export type ListMapping = z.output<typeof listMapping>;

export const listStart = z.object({
  /** The part in the team for rows that name none. */
  role: z.enum(['admin', 'member']).default('member'),
});
export type ListStart = z.output<typeof listStart>;

const params = z.object({ id });
const listParams = z.object({ id, listId: id });

export const teamListEndpoints = {
  list: endpoint('GET', '/api/teams/{id}/lists', {
    summary: 'The lists of the last 30 days by which a team prepared cards, newest first',
    who: 'user',
    account: 'path',
    params,
    returns: z.array(teamList),
    isRepeated: true,
  }),
  upload: endpoint('POST', '/api/teams/{id}/lists', {
    summary: 'Upload a CSV file of up to 1,000 people (2 MB); it is read, and no card is prepared yet',
    who: 'user',
    account: 'path',
    params,
    body: multipart,
    bytesMax: LIST_BYTES_MAX,
    returns: teamList,
    limit: 'import',
  }),
  get: endpoint('GET', '/api/teams/{id}/lists/{listId}', {
    summary: 'A list: its preview, or how far it has come',
    who: 'user',
    account: 'path',
    params: listParams,
    returns: teamList,
    isRepeated: true,
  }),
  map: endpoint('PUT', '/api/teams/{id}/lists/{listId}/columns', {
    summary: 'Say what each column of a list is; the preview is made again',
    who: 'user',
    account: 'path',
    params: listParams,
    body: listMapping,
    returns: teamList,
    limit: 'contactWrite',
  }),
  start: endpoint('POST', '/api/teams/{id}/lists/{listId}/start', {
    summary: 'Prepare a card for each person of a list, and invite them; asked again, it changes nothing',
    who: 'user',
    account: 'path',
    params: listParams,
    body: listStart,
    returns: teamList,
    limit: 'contactWrite',
  }),
  cancel: endpoint('POST', '/api/teams/{id}/lists/{listId}/cancel', {
    summary: 'Discard a list that was not started yet, or stop it; cards that were prepared stay',
    who: 'user',
    account: 'path',
    params: listParams,
    returns: teamList,
    limit: 'contactWrite',
  }),
  undo: endpoint('POST', '/api/teams/{id}/lists/{listId}/undo', {
    summary: 'Revoke the invites of a list that nobody has claimed, with the cards that were prepared',
    who: 'user',
    account: 'path',
    params: listParams,
    returns: teamList,
    limit: 'contactWrite',
  }),
};
