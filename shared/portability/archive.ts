import { endpoint, multipart } from '#shared/contract/api.ts';
import { ARCHIVE_BYTES_MAX } from '#shared/contract/constants.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** A whole account from the archive that "Export Everything" writes: what is in it, what becomes of it, how far it is. */

/** `reading` and `running` end by themselves; `ready` waits for the owner. */
export const ACCOUNT_IMPORT_STATES = ['reading', 'ready', 'running', 'done', 'canceled', 'failed'] as const;
export type AccountImportState = (typeof ACCOUNT_IMPORT_STATES)[number];

/**
 * The tie between an archive and the account that brings it in, so that ids, addresses and figures are kept: this server wrote
 * it for the same account, or for one that had the same confirmed email address.
 */
export const ARCHIVE_TIES = ['account', 'address'] as const;
export type ArchiveTie = (typeof ARCHIVE_TIES)[number];

/** `restored`: it was among the deleted cards. `there`: nothing to do. `left_out`: the notes say why. */
export const CARD_OUTCOMES = ['added', 'restored', 'there', 'left_out'] as const;

export const archivedCard = z
  .object({
    name: z.string(),
    /** The card in this account; null if there is none. */
    cardId: id.nullable(),
    outcome: z.enum(CARD_OUTCOMES),
    /** True if its id, and with it its link and every printed code, is the one it had. */
    keepsId: z.boolean(),
    /** Omissions and changes, in sentences. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ArchivedCard' });
export type ArchivedCard = z.output<typeof archivedCard>;

export const accountImport = z
  .object({
    id,
    fileName: z.string(),
    state: z.enum(ACCOUNT_IMPORT_STATES),
    /** The content of the archive, and the outcome for its cards; null while it is read. */
    preview: z
      .object({
        writtenAt: moment.nullable(),
        /** True if what is in it was changed since it was written. */
        isChanged: z.boolean().default(false),
        tie: z.enum(ARCHIVE_TIES).nullable(),
        cards: z.array(archivedCard),
        media: count,
        contacts: count,
        photos: count,
        /** Leads and views come with cards that keep their ids; of some views there may be no more than their count. */
        leads: count,
        views: count,
        /** Omissions that do not depend on any choice, in sentences. */
        notes: z.array(z.string()),
      })
      .nullable(),
    /** The outcome of each card so far. */
    cards: z.array(archivedCard),
    figures: z.object({ leads: count, views: count }),
    /** The contacts are an import of their own, which can be undone like any other; null before the start, or if there are none. */
    contacts: z
      .object({
        importId: id,
        isOver: z.boolean(),
        total: count,
        done: count,
        added: count,
        skipped: count,
        failed: count,
        photosLeftOut: count,
      })
      .nullable(),
    /** Why it failed. */
    error: z.string().nullable(),
    createdAt: moment,
    finishedAt: moment.nullable(),
  })
  .meta({ id: 'AccountImport' });
export type AccountImport = z.output<typeof accountImport>;

const params = z.object({ id });

export const archiveEndpoints = {
  list: endpoint('GET', '/api/archive', {
    summary: 'The archives of accounts that were brought in during the last 30 days, newest first',
    who: 'user',
    returns: z.array(accountImport),
    isRepeated: true,
  }),
  upload: endpoint('POST', '/api/archive', {
    summary: 'Upload the archive of an account (640 MB); it is read, and nothing is imported yet',
    who: 'user',
    body: multipart,
    bytesMax: ARCHIVE_BYTES_MAX,
    returns: accountImport,
    limit: 'import',
  }),
  get: endpoint('GET', '/api/archive/{id}', {
    summary: 'The import of an archive: its preview, or how far it has come',
    who: 'user',
    params,
    returns: accountImport,
    isRepeated: true,
  }),
  start: endpoint('POST', '/api/archive/{id}/start', {
    summary: 'Import the archive; asked again, it changes nothing',
    who: 'user',
    params,
    returns: accountImport,
    limit: 'contactWrite',
  }),
  cancel: endpoint('POST', '/api/archive/{id}/cancel', {
    summary: 'Discard an archive that was not imported yet',
    who: 'user',
    params,
    returns: accountImport,
    limit: 'contactWrite',
  }),
};
