import { endpoint, file, multipart } from '#shared/contract/api.ts';
import { IMPORT_BYTES_MAX } from '#shared/contract/constants.ts';
import { count, id, moment, textList } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { TAG_LENGTH_MAX, TAGS_A_CONTACT_MAX } from './contact-limits.ts';
import { IMPORT_TARGETS } from './import-targets.ts';

/** Contacts from a file: what a column may be, what happens with people who are there already, and how it goes. */

/** Problems shown on the screen; the file of problems has all of them. */
export const IMPORT_ERRORS_SHOWN = 50;

export const IMPORT_SOURCES = [
  'google',
  'outlook',
  'hubspot',
  'linkedin',
  'hihello',
  'blinq',
  'popl',
  'linq',
  'covve',
  'camcard',
  'iphone',
  'samsung',
  'goldleaf',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** `reading` and `running` end by themselves; `ready` waits for the owner. */
export const IMPORT_STATES = [
  'reading',
  'ready',
  'running',
  'done',
  'canceled',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The treatment of a row about a person who is among the contacts already. */
export const DUPLICATE_CHOICES = ['skip', 'fill', 'add'] as const;
export type DuplicateChoice = (typeof DUPLICATE_CHOICES)[number];

/** How a date such as 4/12/2024 is read. */
export const DATE_ORDERS = ['monthFirst', 'dayFirst'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
const dateOrder = z.enum(DATE_ORDERS).nullable();

export const importTarget = z.enum(IMPORT_TARGETS);

export const importColumn = z.object({
  heading: z.string(),
  target: importTarget,
  /** The label of its mail addresses or numbers, such as "work". */
  label: z.string(),
  /** Columns of one group belong together. */
  group: z.string(),
  /** The first values that are not empty. */
  samples: z.array(z.string()),
  /**
   * Where a date can be read in two ways: how it is, null for not at all, and whether other rows of the column show it.
   * Null if there is no such date.
   */
  dates: z.object({ order: dateOrder, isSure: z.boolean(), example: z.string() }).nullable().default(null),
});
export type ImportColumn = z.output<typeof importColumn>;

export const importProblem = z.object({
  /** In the file, from 1. */
  line: z.number().int(),
  message: z.string(),
});

/** A row as it would become a contact. */
export const importedRow = z.object({
  line: z.number().int(),
  fullName: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  company: z.string(),
  jobTitle: z.string(),
  isDuplicate: z.boolean(),
});

export const contactImport = z.object({
  id,
  fileName: z.string(),
  format: z.enum(['vcard', 'csv', 'json']).nullable(),
  /** The program that wrote the file, if it could be told. */
  source: z.enum(IMPORT_SOURCES).nullable(),
  state: z.enum(IMPORT_STATES),
  /** Rows of the file, also those with errors; null while it is read. */
  rows: count.nullable(),
  /** Empty for contact files. */
  columns: z.array(importColumn),
  /** The first rows, and what an import would do; null while the file is read. */
  preview: z
    .object({
      people: z.array(importedRow),
      newPeople: count,
      duplicates: count,
      errors: count,
      photos: count,
      problems: z.array(importProblem),
    })
    .nullable(),
  duplicates: z.enum(DUPLICATE_CHOICES),
  tags: z.array(z.string()),
  /** Rows dealt with so far, and what became of them. */
  progress: z.object({ done: count, added: count, filled: count, skipped: count, failed: count }),
  photos: z.object({ wanted: count, done: count, leftOut: count, note: z.string().nullable() }),
  /** Of an undone import: what was taken back, and what stayed because it had been changed since. */
  undo: z.object({ removed: count, kept: count }),
  /** Why it failed. */
  error: z.string().nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** Until then it can be undone; null if there is nothing to undo. */
  undoUntil: moment.nullable(),
});
export type ContactImport = z.output<typeof contactImport>;

export const importStart = z.object({
  duplicates: z.enum(DUPLICATE_CHOICES).default('skip'),
  /** Given to everyone who is imported. */
  tags: textList(TAGS_A_CONTACT_MAX, TAG_LENGTH_MAX).default([]),
});
export type ImportStart = z.output<typeof importStart>;

export const importMapping = z.object({
  targets: z.array(importTarget).max(500).default([]),
  /** In which order the dates of each column are read; left out, or null for a column, it stays. */
  dateOrders: z.array(dateOrder).max(500).optional(),
});

export type ImportMapping = z.output<typeof importMapping>;

const params = z.object({ id });

export const importEndpoints = {
  list: endpoint('GET', '/api/import', {
    summary: 'The imports of contacts of the last 30 days, newest first',
    who: 'user',
    account: 'query',
    returns: z.array(contactImport),
    isRepeated: true,
  }),
  upload: endpoint('POST', '/api/import', {
    summary:
      'Upload a contact file or a CSV file (50 MB, 50,000 rows); it is read, and nothing is imported yet',
    who: 'user',
    account: 'query',
    body: multipart,
    bytesMax: IMPORT_BYTES_MAX,
    returns: contactImport,
    limit: 'import',
  }),
  get: endpoint('GET', '/api/import/{id}', {
    summary: 'An import: its preview, or how far it has come',
    who: 'user',
    account: 'query',
    params,
    returns: contactImport,
    isRepeated: true,
  }),
  map: endpoint('PUT', '/api/import/{id}/columns', {
    summary: 'Say what each column of a CSV file is; the preview is made again',
    who: 'user',
    account: 'query',
    params,
    body: importMapping,
    returns: contactImport,
    limit: 'contactWrite',
  }),
  start: endpoint('POST', '/api/import/{id}/start', {
    summary: 'Import the file; asked again, it changes nothing',
    who: 'user',
    account: 'query',
    params,
    body: importStart,
    returns: contactImport,
    limit: 'contactWrite',
  }),
  cancel: endpoint('POST', '/api/import/{id}/cancel', {
    summary:
      'Discard a file that was not imported yet, or stop an import; what is in stays until it is undone',
    who: 'user',
    account: 'query',
    params,
    returns: contactImport,
    limit: 'contactWrite',
  }),
  undo: endpoint('POST', '/api/import/{id}/undo', {
    summary: 'Take back a whole import within 30 days; contacts changed since stay',
    who: 'user',
    account: 'query',
    params,
    returns: contactImport,
    limit: 'contactWrite',
  }),
  problems: endpoint('GET', '/api/import/{id}/problems', {
    summary: 'What could not be imported, by line, as CSV',
    who: 'user',
    account: 'query',
    params,
    returns: file('text/csv'),
    limit: 'export',
  }),
};
