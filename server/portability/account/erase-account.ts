import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isKept } from '#server/access/visibility.ts';
import { LOCK_ORDER } from '#server/access/write-in-order.ts';
import { withdrawCards } from '#server/cards/cards/write-cards.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { erasures } from '#server/db/schema/portability.ts';
import { persons, teams, users } from '#server/db/schema/users.ts';
import { eraseStatement, type Reference, readReferences } from '#server/infra/erase-references.ts';
import { endWorks } from '#server/infra/long-work/change-work.ts';
import { endCustomer } from '#server/money/billing/customer/end-customer.ts';
import { followCardCount } from '#server/money/billing/quantity.ts';
import { importWork } from '#server/people/import/import-work.ts';
import { listWork } from '#server/teams/lists/list-work.ts';
import { type AccountId, personId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Deleting an account for good, be it a person's or a team's (docs/decisions/391). */

/** Due work that whoever deletes an account wakes. */
export const ERASURES = 'erasures';

/** Tables that grow with an account, without what in them waits to be sent: these go bit by bit. All else that refers to the account goes at once. */
const LATER = new Set([
  'account_events',
  'arrivals',
  'card_versions',
  'contact_history',
  'contact_imports',
  'contact_keys',
  'contact_links',
  'contact_media',
  'contact_notes',
  'contact_operations',
  'contacts',
  'distinct_contacts',
  'lead_captures',
  'media_owners',
  'receipts',
  'released_people',
  'reminders',
  'retention_notices',
  'team_lists',
  'team_people_days',
  'team_sums',
  'text_messages',
  'tombstones',
]);
/** Counters, which the last of the rest still changes. */
const LAST = new Set(['contact_days', 'contact_use', 'erasures', 'user_counts']);

/** The account's own cards are withdrawn at once; those that it holds lose it. */
const isLater = ({ table, column }: Reference) =>
  LATER.has(table) || (table === 'business_cards' && column === 'user_id');
export const isLast = ({ table }: Reference): boolean => LAST.has(table);

const LIST = new Intl.ListFormat('en-US');

/**
 * Locks an account that is about to go, with the deleted teams it owns: no team becomes theirs before the transaction `tx`
 * ends. With them, in one order, the teams that they are in and whose cards they hold: what these have changes, which locks their counters.
 */
export const lockToErase = (tx: Db, id: AccountId) =>
  tx.execute(sql`
    with going as (select ${id} as id union select id from teams where owner_id = ${id})
    select from users u join user_counts k on k.user_id = u.id
    where u.id in (
      select id from going
      union select team_id from team_members where user_id = ${id}
      union select user_id from business_cards where holder_id = ${id}
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
 * Deletes a person's account with all their data, and the teams that they have deleted, before they could be restored. Throws
 * 409 for whoever owns another team. Nothing is left to do for an account that was deleted while this waited for its lock.
 */
export async function erasePerson(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  named: UserRow,
): Promise<void> {
  await requireNoTeam(tx, named);
  const [person] = await tx.select().from(persons).where(eq(persons.id, named.id));
  if (!person) return;
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
 * Deletes an account that `lockToErase` has locked, as far as anybody could tell: nobody is signed in, nothing of it is shown or sent,
 * and its name and address are free. The rest may be a million rows, and goes as due work (`erase-rest.ts`). A job that
 * commits with it ends paid subscriptions at the payment provider. Media that nobody shows any more are swept.
 */
export async function eraseRow(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  account: UserRow,
): Promise<void> {
  await endCustomer(app, tx, account);
  // A team may have thousands of them, and others wait for the locks of this transaction.
  await app.queue.send(tx, 'passes-of-team', { teamId: account.id, after: '', waitMs: 0 });
  for (const reference of await readReferences(tx, 'users')) {
    if (!isLater(reference) && !isLast(reference)) await tx.execute(eraseStatement(reference, account.id));
  }
  for (const work of [importWork, listWork]) await endWorks({ db: tx, now: app.now }, work, account.id);
  await tx.execute(
    sql`update contact_operations set state = 'done' where user_id = ${account.id} and state in ('running', 'undoing')`,
  );
  await tx.execute(
    sql`delete from text_messages where user_id = ${account.id} and state in ('waiting', 'sending')`,
  );
  await tx.execute(sql`delete from receipts where user_id = ${account.id} and settled_at is null`);
  await withdrawCards({ db: tx, now: app.now }, account.id);
  await tx.execute(sql`update user_counts set kind = 'gone' where user_id = ${account.id}`);
  await tx.update(users).set(whatIsLeft(account.id)).where(eq(users.id, account.id));
  await tx.insert(erasures).values({ userId: account.id, begunAt: app.now() });
}

/** No one can have a username with a space. */
const whatIsLeft = (id: AccountId): PgUpdateSetSource<typeof users> => ({
  ...{ kind: sql`'gone'`, username: `gone ${id}`, fullName: '' },
  ...{ email: null, emailConfirmedAt: null, pendingEmail: null, emailRefusedAt: null, emailRefusal: null },
  ...{
    password: null,
    phoneNumber: null,
    autoSmsEnabled: false,
    autoSmsMessage: '',
    suspensionMessage: null,
    timeZone: null,
  },
  ...{ trialEndsAt: null, subscriptionEndsAt: null, stripeCustomerId: null, stripeSubscriptionId: null },
  ...{ subscriptionStatus: 'expired', isAdmin: false, idleMinutes: null, hasAlias: false },
  ...{ isProfileVisible: false, isExchangeEnabled: false, retentionMonths: null },
});
