import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#server/access/actor.ts';
import type { Db } from '#server/db/open.ts';

/**
 * One order of changes (docs/decisions/355). Cards, contacts, leads, notes, tags and links are changed within
 * `writeInOrder`, which says who acts and locks the account and its counters before anything else, so that no two changes
 * of an account wait for each other. Triggers do the rest: each row that changes has a number, a time and an actor, and
 * each that goes leaves a tombstone.
 */

/**
 * The order in which accounts `u` of `users` are locked, wherever several are: teams first, since what arrives at a card of
 * a team locks the team and then whoever holds the card.
 */
export const LOCK_ORDER = 'order by u.kind desc, u.id';

interface Writer {
  db: Db;
  now(): Date;
}

/** Runs a transaction with changes of the accounts that `accounts` selects the ids of. */
export async function writeInOrderOf<Result>(
  { db, now }: Writer,
  accounts: SQL,
  actor: Actor,
  write: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select set_config('goldleaf.actor', ${`${actor.kind} ${actor.id ?? ''}`}, true),
        set_config('goldleaf.at', ${now().toISOString()}, true), (
          select count(*) from (
            select from users u join user_counts k on k.user_id = u.id
            where u.id in (${accounts}) ${sql.raw(LOCK_ORDER)} for no key update
          ) as locked
        )`);
    return write(tx);
  });
}

/** Runs a transaction with changes of the account for which a call is made. */
export const writeInOrder = <Result>(
  ctx: Writer & { account: { id: string }; actor: Actor },
  write: (tx: Db) => Promise<Result>,
): Promise<Result> => writeInOrderOf(ctx, sql`${ctx.account.id}`, ctx.actor, write);

/**
 * Likewise for work of one account that stands in a row, which `lock` locks first: the release before this one does so, too, and
 * may run beside it. The account is not deleted meanwhile.
 */
export const writeInOrderAfter = <Result>(
  writer: Writer,
  { userId, actor }: { userId: string; actor: Actor },
  lock: (tx: Db) => Promise<unknown>,
  write: (tx: Db) => Promise<Result>,
): Promise<Result> =>
  writer.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${userId} for key share`);
    await lock(tx);
    return writeInOrderOf({ ...writer, db: tx }, sql`${userId}`, actor, write);
  });
