import { and, type SQL } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { isExisting } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { TRIAL_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { BillingOutcome } from './state.ts';

/**
 * The door to the columns of `users` about the subscription: nothing else writes them (docs/decisions/340). They follow
 * the provider through `syncUser`; read them through `statusAt`, because time ends a subscription, too.
 */

/** An account begins with free days. */
export const newTrial = (now: Date) => ({ trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * DAY_MS) });

/** A team's free days begin with the first card that is claimed. */
export async function setTrialEnd(db: Db, userId: AccountId, trialEndsAt: Date): Promise<void> {
  await db
    .update(users)
    .set({ trialEndsAt })
    .where(whereCan(systemFor(userId), 'edit', 'account'));
}

/** Records the provider's answer; only `syncUser` knows that it is the newest. */
export async function setOutcome(db: Db, userId: AccountId, outcome: BillingOutcome): Promise<void> {
  await db
    .update(users)
    .set(outcome)
    .where(whereCan(systemFor(userId), 'edit', 'account'));
}

/** The account pays as this customer, unless it was deleted while the provider was asked. */
export async function setCustomer(db: Db, userId: AccountId, stripeCustomerId: string): Promise<void> {
  await db
    .update(users)
    .set({ stripeCustomerId })
    .where(and(whereCan(systemFor(userId), 'edit', 'account'), isExisting()));
}

/** Records that time has ended trials or periods; returns whose. */
export const expire = (db: Db, which: SQL | undefined): Promise<UserRow[]> =>
  db.update(users).set({ subscriptionStatus: 'expired' }).where(which).returning();

/** Gives an account without a subscription free days, which also count for one that ends later. */
export async function grantTrial(db: Db, userId: AccountId, trialEndsAt: Date): Promise<void> {
  await db
    .update(users)
    .set({ subscriptionStatus: 'trial', trialEndsAt, subscriptionEndsAt: null })
    .where(whereCan(systemFor(userId), 'edit', 'account'));
  await db
    .insert(subscriptions)
    .values({ userId, grantedUntil: trialEndsAt })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { grantedUntil: trialEndsAt } });
}
