import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { type Ending, subscriptions } from '#server/db/schema/money.ts';
import type { BillingProvider, ProviderTruth } from '#server/infra/billing-provider.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { currentSubscription, isOwing, isRunning } from './state.ts';

/**
 * A subscription that was cancelled has nothing pending, and nothing is charged for a suspended account. Wherever a
 * cancellation came from and whatever broke off in the middle: the row says that this is not so yet, a job changes it
 * however long that takes, and is sent anew if it ever got lost (docs/decisions/290).
 */

/** Longer than the longest wait between two tries. */
const LOST_AFTER_MS = 2 * 60 * 60 * 1000;
const RESENT_AT_ONCE = 500;

/** Who leaves, and why. */
export interface Leaving {
  isSuspended: boolean;
  ending: Ending | null;
}

/** Ended by us, with an invoice that was to be dropped and is still open. */
const isDropping = (truth: ProviderTruth, { ending }: Leaving): boolean => {
  const subscription = currentSubscription(truth);
  const isOurs = ending === 'dropped' || ending === 'suspended';
  return isOurs && subscription?.status === 'canceled' && isOwing(subscription, truth.invoices);
};

export function isUnsettled(truth: ProviderTruth, leaving: Leaving): boolean {
  const subscription = currentSubscription(truth);
  if (!subscription) return false;
  if (!isRunning(subscription)) return isDropping(truth, leaving);
  const isOpen = subscription.cancelsAt === null || subscription.status === 'past_due';
  const isPending = subscription.cancelsAt !== null && subscription.pendingCents > 0;
  return (leaving.isSuspended && isOpen) || isPending;
}

/**
 * Charges what a cancelled subscription would otherwise still charge at its end, or drops it after a suspension; and
 * voids what was to be dropped with one that has ended.
 */
export async function settleBill(
  billing: BillingProvider,
  customerId: string,
  leaving: Leaving,
): Promise<void> {
  const truth = await billing.fetchTruth(customerId);
  const subscription = currentSubscription(truth);
  if (!subscription || !isUnsettled(truth, leaving)) return;
  const { id } = subscription;
  if (leaving.isSuspended || isDropping(truth, leaving))
    await endSubscription(billing, id, isRunning(subscription));
  else if (leaving.ending === 'suspended') await billing.dropPending(id);
  else await billing.chargePending(id);
}

/** Ends with what is paid; at once, if an invoice is open, which is voided. */
async function endSubscription(billing: BillingProvider, id: string, runs: boolean): Promise<void> {
  const { openInvoices } = await billing.findDue(id);
  if (openInvoices.length > 0) await billing.endNow(id);
  else if (runs) {
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
    await queue.send(db, 'billing-stop', { userId });
  }
}

export const noteTry = ({ db, now }: Pick<AppContext, 'db' | 'now'>, userId: AccountId): Promise<unknown> =>
  db
    .update(subscriptions)
    .set({ unsettledAt: now() })
    .where(whereCan(systemFor(userId), 'edit', 'subscription'));

/** Has the provider stop charging a suspended user, and close the checkout that is open, if the transaction `tx` commits. */
export async function stopCharging(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  { id, stripeSubscriptionId, stripeCustomerId }: UserRow,
): Promise<void> {
  if (!stripeCustomerId || !app.billing.ownsCustomer(stripeCustomerId)) return;
  const now = app.now();
  await tx
    .update(subscriptions)
    .set({ ...(stripeSubscriptionId && { ending: 'suspended', endingAt: now }), unsettledAt: now })
    .where(eq(subscriptions.userId, id));
  await app.queue.send(tx, 'billing-stop', { userId: id });
}
