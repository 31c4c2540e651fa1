import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { subscriptions } from '#server/db/billing-schema.ts';
import { users } from '#server/db/schema.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

/**
 * What changes by time alone. `statusAt` knows it at once; here it is recorded, and the provider is queried where it
 * decides.
 */

export const syncJob = defineJob('billing-sync', z.object({ userId: z.string() }));

/** Records the end of trials without a subscription and of cancelled periods. */
export async function expireOverdue({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const at = now();
  const isTrialOver = and(
    eq(users.subscriptionStatus, 'trial'),
    isNull(users.stripeSubscriptionId),
    lte(users.trialEndsAt, at),
  );
  const isPeriodOver = and(eq(users.subscriptionStatus, 'cancelled'), lte(users.subscriptionEndsAt, at));
  await db.update(users).set({ subscriptionStatus: 'expired' }).where(or(isTrialOver, isPeriodOver));
}

/** Queues a check with the provider of every subscription whose period is over: its event may be late or lost. */
export async function askAboutOverdue({
  db,
  queue,
  now,
}: Pick<AppContext, 'db' | 'queue' | 'now'>): Promise<void> {
  const at = now();
  const overdue = await db
    .select({ userId: users.id })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(isNotNull(users.stripeSubscriptionId), lte(subscriptions.periodEndsAt, at)));
  const hour = at.toISOString().slice(0, 13);
  for (const { userId } of overdue) await queue.send(db, syncJob, { userId }, { key: `${userId} ${hour}` });
}
