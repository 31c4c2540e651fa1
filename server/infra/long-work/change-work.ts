import { and, eq, or } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DUE_NOW } from './lease.ts';
import { asCanceled, discardUpload, isOpenWork, type LongWork, type LongWorkRow } from './long-work.ts';

/** Changes of long work by its owner, each in a transaction that has locked its row. */

/** Changes of the row; null for none. */
type Change<Row> = (row: Row, inside: UserContext) => Promise<object | null> | object | null;

export async function changeWork<Row extends LongWorkRow>(
  ctx: UserContext,
  work: LongWork<Row>,
  id: string,
  change: Change<Row>,
): Promise<Row> {
  const { table } = work;
  const changed = await ctx.db.transaction(async (tx) => {
    await preventDeletion(tx, ctx.account.id);
    const isOwn = and(eq(table.id, id), whereCan(ctx, 'edit', work.kind));
    const [row] = (await tx.select().from(table).where(isOwn).for('update')) as Row[];
    if (!row) throw notFound(work.kind);
    const changes = await change(row, { ...ctx, db: tx });
    if (!changes) return row;
    const [after] = (await tx.update(table).set(changes).where(isOwn).returning()) as Row[];
    return after ?? row;
  });
  ctx.queue.wake(work.name);
  return changed;
}

/**
 * Until the transaction ends, the account is not deleted. To be called before one of its imports is locked: whoever
 * deletes an account has its row first, too.
 */
export async function preventDeletion(tx: Db, userId: AccountId): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(whereCan(systemFor(userId), 'see', 'account'))
    .for('key share');
}

export const conflict = (message: string): AppError => new AppError('conflict', message);

/** Begins to do what the preview showed; `begin` answers what else changes in the row. */
export async function startWork<Row extends LongWorkRow>(
  ctx: UserContext,
  work: LongWork<Row>,
  id: string,
  begin: (row: Row, inside: UserContext) => Promise<object>,
): Promise<Row> {
  const { noun } = work.words;
  return changeWork(ctx, work, id, async (row, inside) => {
    if (row.state === 'running' || row.state === 'done') return null;
    if (row.state === 'reading')
      throw conflict(`We’re still reading the ${noun}. Please try again in a moment.`);
    if (row.state !== 'ready')
      throw conflict(`This import has ended. Upload the ${noun} again to import it.`);
    return { ...(await begin(row, inside)), ...DUE_NOW, state: 'running' };
  });
}

/** Discards what was not done yet, in these states; `refusal` says why not in others. */
export async function cancelWork<Row extends LongWorkRow>(
  ctx: UserContext,
  work: LongWork<Row>,
  id: string,
  { states, refusal }: { states: readonly string[]; refusal: string },
): Promise<Row> {
  const row = await changeWork(ctx, work, id, ({ state }) => {
    if (state === 'canceled') return null;
    if (!states.includes(state)) throw conflict(refusal);
    return asCanceled(work, ctx.now());
  });
  await discardUpload(ctx, work, row);
  return row;
}

/** Ends all that an account has begun and not finished, in the transaction that deletes the account. */
export async function endWorks(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: LongWork,
  userId: AccountId,
): Promise<void> {
  await db
    .update(work.table)
    .set(asCanceled(work, now()))
    .where(and(whereCan(systemFor(userId), 'edit', work.kind), or(isOpenWork(work), work.isToDo)));
}
