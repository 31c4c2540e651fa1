import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { ContactImport } from '#shared/people/import.ts';

export type ImportRow = typeof contactImports.$inferSelect;

/** One at a time for each account; a unique index sees to it. */
export const IS_OPEN_IMPORT = inArray(contactImports.state, ['reading', 'ready', 'running', 'undoing']);

/** True if it has ended, and what it did can be undone. */
export const isOver = ({ state }: ImportRow): boolean =>
  state === 'done' || state === 'canceled' || state === 'failed';

/** A row as the endpoints return it. */
export function toImport(row: ImportRow): ContactImport {
  const { done, added, filled, skipped, failed, photosWanted, photosDone, photosLeftOut, photoNote } = row;
  const { removed, kept, finishedAt, createdAt } = row;
  const isUndoable = isOver(row) && added + filled > 0;
  const { id, fileName, format, source, state, rows, columns, preview, duplicates, tags, error } = row;
  return {
    ...{ id, fileName, format, source, state, rows, columns, preview, duplicates, tags, error },
    progress: { done, added, filled, skipped, failed },
    photos: { wanted: photosWanted, done: photosDone, leftOut: photosLeftOut, note: photoNote },
    undo: { removed, kept },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoUntil: isUndoable && finishedAt ? undoUntil(finishedAt).toISOString() : null,
  };
}

export const undoUntil = (finishedAt: Date): Date =>
  new Date(finishedAt.getTime() + IMPORT_UNDO_DAYS * DAY_MS);

/** More than anybody imports in a month. */
const LISTED_MAX = 50;

export async function listImports(ctx: UserContext): Promise<ContactImport[]> {
  const since = new Date(ctx.now().getTime() - IMPORT_UNDO_DAYS * DAY_MS);
  const rows = await ctx.db
    .select()
    .from(contactImports)
    .where(and(whereCan(ctx, 'see', 'contactImport'), gt(contactImports.createdAt, since)))
    .orderBy(desc(contactImports.createdAt), desc(contactImports.id))
    .limit(LISTED_MAX);
  return rows.map(toImport);
}

export async function getImport(ctx: UserContext, { params }: ById): Promise<ContactImport> {
  const [row] = await ctx.db
    .select()
    .from(contactImports)
    .where(and(eq(contactImports.id, params.id), whereCan(ctx, 'see', 'contactImport')));
  if (!row) throw notFound('contactImport');
  return toImport(row);
}
