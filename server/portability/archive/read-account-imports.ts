import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { AccountImport } from '#shared/portability/archive.ts';

export type AccountImportRow = typeof accountImports.$inferSelect;

/** The displayed columns of an import; asked for every second while it runs. */
const SHOWN = {
  id: accountImports.id,
  fileName: accountImports.fileName,
  state: accountImports.state,
  preview: accountImports.preview,
  cards: accountImports.cards,
  leads: accountImports.leads,
  views: accountImports.views,
  contactImportId: accountImports.contactImportId,
  error: accountImports.error,
  createdAt: accountImports.createdAt,
  finishedAt: accountImports.finishedAt,
};
type ShownRow = Pick<AccountImportRow, keyof typeof SHOWN>;

const SHOWN_OF_CONTACTS = {
  id: contactImports.id,
  state: contactImports.state,
  rows: contactImports.rows,
  done: contactImports.done,
  added: contactImports.added,
  skipped: contactImports.skipped,
  failed: contactImports.failed,
  photosWanted: contactImports.photosWanted,
  photosDone: contactImports.photosDone,
  photosLeftOut: contactImports.photosLeftOut,
  photoNote: contactImports.photoNote,
};
type ContactImportRow = Pick<typeof contactImports.$inferSelect, keyof typeof SHOWN_OF_CONTACTS>;

/** One at a time for each account; a unique index sees to it. */
export const IS_OPEN_ACCOUNT_IMPORT = inArray(accountImports.state, ['reading', 'ready', 'running']);

/** Rows as the endpoints return them, with how far their contacts have come. */
async function toAccountImports({ db }: Pick<AppContext, 'db'>, rows: ShownRow[]): Promise<AccountImport[]> {
  const ids = rows.flatMap(({ contactImportId }) => contactImportId ?? []);
  const found = ids.length
    ? await db.select(SHOWN_OF_CONTACTS).from(contactImports).where(inArray(contactImports.id, ids))
    : [];
  const contacts = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => toAccountImport(row, contacts.get(row.contactImportId ?? '')));
}

function toAccountImport(row: ShownRow, contacts: ContactImportRow | undefined): AccountImport {
  const { id, fileName, state, preview, cards, leads, views, error, createdAt, finishedAt } = row;
  return {
    ...{ id, fileName, state, preview, cards, error },
    figures: { leads, views },
    contacts: contacts ? toContacts(contacts) : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function toContacts(row: ContactImportRow): NonNullable<AccountImport['contacts']> {
  const { id: importId, state, rows, done, added, skipped, failed } = row;
  const { photosWanted, photosDone, photosLeftOut, photoNote } = row;
  const hasPhotosToCome = state === 'done' && photosDone + photosLeftOut < photosWanted && photoNote === null;
  const isOver = state !== 'running' && state !== 'undoing' && !hasPhotosToCome;
  return { importId, isOver, total: rows ?? 0, done, added, skipped, failed, photosLeftOut };
}

export async function toOne(ctx: Pick<AppContext, 'db'>, row: ShownRow): Promise<AccountImport> {
  const [one] = await toAccountImports(ctx, [row]);
  if (!one) throw new Error('The import was not returned.');
  return one;
}

/** More than anybody brings in in a month. */
const LISTED_MAX = 20;

export async function listAccountImports(ctx: UserContext): Promise<AccountImport[]> {
  const since = new Date(ctx.now().getTime() - IMPORT_UNDO_DAYS * DAY_MS);
  const rows = await ctx.db
    .select(SHOWN)
    .from(accountImports)
    .where(and(whereCan(ctx, 'see', 'accountImport'), gt(accountImports.createdAt, since)))
    .orderBy(desc(accountImports.createdAt), desc(accountImports.id))
    .limit(LISTED_MAX);
  return toAccountImports(ctx, rows);
}

export async function getAccountImport(ctx: UserContext, { params }: ById): Promise<AccountImport> {
  const [row] = await ctx.db
    .select(SHOWN)
    .from(accountImports)
    .where(and(eq(accountImports.id, params.id), whereCan(ctx, 'see', 'accountImport')));
  if (!row) throw notFound('accountImport');
  return toOne(ctx, row);
}
