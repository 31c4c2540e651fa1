import { type SQL, sql } from 'drizzle-orm';
import { findAccount, type NamedAccount } from '#server/access/find-account.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { LOCK_ORDER } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teams } from '#server/db/schema/users.ts';

export type TeamRow = typeof teams.$inferSelect;

/**
 * Locks the team for which the call is made until the transaction ends, and with it the caller and these persons: all that
 * changes a team begins here. Returns the team and the caller, whose part in it may have changed since the call was
 * admitted; throws 404 if they are no longer in it, 409 if it was deleted and 403 if it was suspended, unless that is expected.
 */
export async function lockTeam<Ctx extends UserContext>(
  ctx: Ctx,
  tx: Db,
  { persons = sql`null`, ...expected }: { persons?: SQL } & Omit<NamedAccount, 'account'> = {},
): Promise<{ team: TeamRow; caller: Ctx }> {
  await lockAccounts(tx, sql`${ctx.account.id} union select ${ctx.user.id} union select ${persons}`);
  const found = await findAccount({ db: tx }, ctx.user, ctx.account.id, { account: 'path', ...expected });
  const [team] = await tx
    .select()
    .from(teams)
    .where(whereCan(ctx, 'see', 'team'))
    .for('no key update');
  if (!found || !team) throw notFound('team');
  return { team, caller: { ...ctx, ...found, db: tx } };
}

/** Locks the accounts whose ids the statement `select ${ids}` gives. */
export const lockAccounts = (tx: Db, ids: SQL) =>
  tx.execute(sql`
    select from users u where u.id in (select ${ids}) ${sql.raw(LOCK_ORDER)} for no key update`);
