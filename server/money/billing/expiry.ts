import { and, between, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { doInSteps } from '#server/db/delete-in-steps.ts';
import { checkouts, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { tryForEachOwner } from '#server/infra/queue/for-each-owner.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { tellTrialOver } from './mails/trial-over.ts';
import type { MailParts } from './mails/words.ts';
import { CARDS_COUNTED } from './quantity.ts';
import { expire } from './write-subscription.ts';

/**
 * Changes by time alone. `statusAt` knows them at once; here they are recorded, and the provider is queried where it
 * decides.
 */

/** Rows changed by a transaction: while it runs, their owners wait. */
const AT_ONCE = 100;

/** A trial without a subscription that ended by this moment. */
export const isTrialOver = (at: Date | SQL) =>
  and(eq(users.subscriptionStatus, 'trial'), isNull(users.stripeSubscriptionId), lte(users.trialEndsAt, at));

/** Records the end of trials without a subscription, which is told by mail, and of cancelled periods. */
export async function expireOverdue(app: MailParts, stopping?: AbortSignal): Promise<void> {
  const { db, now } = app;
  const at = now();
  const isPeriodOver = and(eq(users.subscriptionStatus, 'cancelled'), lte(users.subscriptionEndsAt, at));
  await doInSteps(db, users.subscriptionEndsAt, isPeriodOver, expire, { rows: AT_ONCE, stopping });
  const find = (after: AccountId, most: number) =>
    db
      .select({ userId: users.id, cards: CARDS_COUNTED })
      .from(users)
      .where(and(isTrialOver(at), gt(users.id, after)))
      .orderBy(users.id)
      .limit(most);
  const expireOne = ({ userId, cards }: { userId: AccountId; cards: number }) =>
    db.transaction(async (tx) => {
      const [user] = await expire(tx, and(whereCan(systemFor(userId), 'edit', 'account'), isTrialOver(at)));
      if (user) await tellTrialOver({ ...app, db: tx }, user, cards);
    });
  await tryForEachOwner(find, expireOne, { stopping });
}

/** A checkout page lives for a day; the payment may take a little longer to arrive. */
const CHECKOUT_ASKED_MS = 26 * 60 * 60 * 1000;
/** Longer than an event takes that is not lost. */
const CHECKOUT_OLD_MS = 60 * 60 * 1000;

/**
 * Queues a check with the provider where an event may be late or lost: of every subscription whose period is over, every
 * checkout that is still open, and every trial with a customer that ends within a day of now.
 */
export async function askAboutOverdue(
  { db, queue, now }: Pick<AppContext, 'db' | 'queue' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  const at = now();
  const from = (ms: number) => new Date(at.getTime() + ms);
  const isOverdue = and(isNotNull(users.stripeSubscriptionId), lte(subscriptions.periodEndsAt, at));
  const isNearEnd = and(
    eq(users.subscriptionStatus, 'trial'),
    isNotNull(users.stripeCustomerId),
    between(users.trialEndsAt, from(-DAY_MS), from(DAY_MS)),
  );
  const ending = await db
    .select({ userId: users.id })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(or(isOverdue, isNearEnd));
  const open = await db
    .select({ userId: checkouts.userId })
    .from(checkouts)
    .where(
      and(
        isNull(checkouts.closedAt),
        between(checkouts.createdAt, from(-CHECKOUT_ASKED_MS), from(-CHECKOUT_OLD_MS)),
      ),
    );
  const hour = at.toISOString().slice(0, 13);
  for (const userId of new Set([...ending, ...open].map((row) => row.userId))) {
    if (stopping?.aborted) return;
    await queue.send(db, 'billing-sync', { userId }, { key: `${userId} ${hour}` });
  }
}
