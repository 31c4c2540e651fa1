import { and, desc, eq, gt } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { noteWriting } from '#server/db/replica.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { LongWork, LongWorkRow } from './long-work.ts';

/** More than anybody imports in a month. */
const LISTED_MAX = 50;

/** Of a month, newest first. Whoever looks reads what came of it next, and it may have ended a moment ago. */
export async function listWorks<Row extends LongWorkRow>(
  ctx: UserContext,
  { table, kind }: LongWork<Row>,
): Promise<Row[]> {
  const since = new Date(ctx.now().getTime() - IMPORT_UNDO_DAYS * DAY_MS);
  const rows = (await ctx.db
    .select()
    .from(table)
    .where(and(whereCan(ctx, 'see', kind), gt(table.createdAt, since)))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(LISTED_MAX)) as Row[];
  if (rows.length > 0) noteWriting(ctx, ctx.user.id);
  return rows;
}

export async function findWork<Row extends LongWorkRow>(
  ctx: UserContext,
  { table, kind }: LongWork<Row>,
  id: string,
): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), whereCan(ctx, 'see', kind)));
  if (!row) throw notFound(kind);
  noteWriting(ctx, ctx.user.id);
  return row as Row;
}
