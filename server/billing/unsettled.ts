import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { isOfAccount } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { type Ending, subscriptions } from '#server/db/billing-schema.ts';
import type { Db } from '#server/db/open.ts';
import type { BillingProvider, ProviderSubscription } from '#server/infra/billing-provider.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';
import { currentSubscription, isRunning } from './state.ts';

/**
 * A subscription that was cancelled has nothing pending, and nothing is charged for a suspended account. Wherever a
 * cancellation came from and whatever broke off in the middle: the row says that this is not so yet, a job changes it
 * however long that takes, and is sent anew if it ever got lost.
 */

export const settleJob = defineJob('billing-stop', z.object({ userId: z.string() }), {
  retries: 'unlimited',
});

/** Longer than the longest wait between two tries. */
const LOST_AFTER_MS = 2 * 60 * 60 * 1000;
const RESENT_AT_ONCE = 500;

/** Who leaves, and why. */
export interface Leaving {
  isSuspended: boolean;
  ending: Ending | null;
}

type Standing = Pick<ProviderSubscription, 'status' | 'cancelsAt' | 'pendingCents'>;

export function isUnsettled(subscription: Standing, { isSuspended }: Pick<Leaving, 'isSuspended'>): boolean {
  if (!isRunning(subscription)) return false;
  const isOpen = subscription.cancelsAt === null || subscription.status === 'past_due';
  return (isSuspended && isOpen) || (subscription.cancelsAt !== null && subscription.pendingCents > 0);
}

/** Charges what a cancelled subscription would otherwise still charge at its end, or drops it after a suspension. */
export async function settle(billing: BillingProvider, customerId: string, leaving: Leaving): Promise<void> {
  const subscription = currentSubscription(await billing.fetchTruth(customerId));
  if (!subscription || !isUnsettled(subscription, leaving)) return;
  const { id } = subscription;
  if (leaving.isSuspended) await stop(billing, id);
  else if (leaving.ending === 'suspended') await billing.dropPending(id);
  else await billing.chargePending(id);
}

/** Ends with what is paid; at once, if an invoice is open, which is voided. */
async function stop(billing: BillingProvider, id: string): Promise<void> {
  const { openInvoices } = await billing.findDue(id);
  if (openInvoices.length > 0) await billing.endNow(id);
  else {
    await billing.setCancelled(id, true);
    await billing.dropPending(id);
  }
  for (const invoice of openInvoices) await billing.voidInvoice(invoice.id);
}

/** Sends jobs for those that no job has tried lately: none may be lost with the queue. */
export async function resendUnsettled({
  db,
  queue,
  now,
}: Pick<AppContext, 'db' | 'queue' | 'now'>): Promise<void> {
  const isLost = lt(subscriptions.unsettledAt, new Date(now().getTime() - LOST_AFTER_MS));
  const lost = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.unsettledAt), isLost))
    .limit(RESENT_AT_ONCE);
  for (const { userId } of lost) {
    await noteTry({ db, now }, userId);
    await queue.send(db, settleJob, { userId });
  }
}

export const noteTry = ({ db, now }: Pick<AppContext, 'db' | 'now'>, userId: string): Promise<unknown> =>
  db.update(subscriptions).set({ unsettledAt: now() }).where(isOfAccount(userId, 'subscription'));

/** Has the provider stop charging a suspended user if the transaction `tx` commits. */
export async function stopCharging(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  { id, stripeSubscriptionId, stripeCustomerId }: UserRow,
): Promise<void> {
  if (!stripeSubscriptionId || !stripeCustomerId || !app.billing.ownsCustomer(stripeCustomerId)) return;
  const now = app.now();
  await tx
    .update(subscriptions)
    .set({ ending: 'suspended', endingAt: now, unsettledAt: now })
    .where(eq(subscriptions.userId, id));
  await app.queue.send(tx, settleJob, { userId: id });
}
