import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { isKept } from '#server/access/visibility.ts';
import { LOCK_ORDER } from '#server/access/write-in-order.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { endCustomer } from '#server/money/billing/customer/end-customer.ts';
import { followCardCount } from '#server/money/billing/quantity.ts';
import { tellGoogleOfAll } from '#server/sharing/wallet/google/google-passes.ts';
import { type AccountId, personId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Deleting an account for good, be it a person's or a team's. */

const LIST = new Intl.ListFormat('en-US');

/**
 * Locks an account that is about to go, with the deleted teams it owns: no team becomes theirs before the transaction `tx`
 * ends. With them, in one order, the accounts whose contacts are linked with theirs, the teams whose cards they hold, and those
 * that they have left and that still name them: what these have changes, which locks their counters.
 */
export const lockToErase = (tx: Db, id: AccountId) =>
  tx.execute(sql`
    with going as (select ${id} as id union select id from teams where owner_id = ${id})
    select from users u join user_counts k on k.user_id = u.id
    where u.id in (
      select id from going
      union select l.user_id from contact_links l join going on going.id = l.sender_id
      union select l.user_id from contact_links l
        join business_cards c on c.id = l.card_id join going on going.id = c.user_id
      union select team_id from team_members where user_id = ${id}
      union select user_id from contacts where holder_id = ${id}
      union select card_owner_id from lead_captures where holder_id = ${id}
    ) ${sql.raw(LOCK_ORDER)} for update`);

/** The names of the teams that a person owns, without deleted ones. */
export async function nameOwnedTeams(tx: Db, id: AccountId): Promise<string[]> {
  const owned = await tx
    .select({ name: teams.name })
    .from(teams)
    .where(and(eq(teams.ownerId, id), isKept('teams')))
    .orderBy(asc(teams.name));
  return owned.map(({ name }) => name);
}

/**
 * To be called first of all that deletes an account. Throws 409 for whoever owns a team, whose reference would keep their row
 * (docs/decisions/353).
 */
export async function requireNoTeam(tx: Db, { id, username }: UserRow): Promise<void> {
  await lockToErase(tx, id);
  const owned = await nameOwnedTeams(tx, id);
  if (owned.length === 0) return;
  const [noun, whose, them] = owned.length === 1 ? ['team', 'its', 'it'] : ['teams', 'their', 'them'];
  throw new AppError(
    'conflict',
    `${username} owns the ${noun} ${LIST.format(owned)}. Make someone else ${whose} owner, or delete ${them}, before you delete the account.`,
  );
}

/**
 * Deletes a person's account with all their data: cards, contacts, views and sessions go with the row by foreign key, and
 * the teams that they have deleted go before they could be restored. Throws 409 for whoever owns another team.
 */
export async function erasePerson(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  person: UserRow,
): Promise<void> {
  await requireNoTeam(tx, person);
  const deleted = await tx
    .select({ account: users })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .where(and(eq(teams.ownerId, person.id), isNotNull(teams.deletedAt)));
  for (const { account } of deleted) await eraseRow(app, tx, account);
  const held = await tx
    .selectDistinct({ teamId: businessCards.userId })
    .from(businessCards)
    .where(eq(businessCards.holderId, personId.parse(person.id)));
  await eraseRow(app, tx, person);
  // Cards that nobody holds are not billed.
  for (const { teamId } of held) await followCardCount(app, tx, teamId);
}

/**
 * Deletes the row of an account that `lockToErase` has locked; a job that commits with it ends paid subscriptions at the
 * payment provider. Media that nobody shows any more are swept.
 */
export async function eraseRow(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  account: UserRow,
): Promise<void> {
  await endCustomer(app, tx, account);
  await tellGoogleOfAll(app, tx, account.id);
  await tx.delete(users).where(eq(users.id, account.id));
}
