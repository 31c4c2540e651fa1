import { eq } from 'drizzle-orm';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';
import { hasSubscription } from './read-billing.ts';
import { syncUser } from './sync.ts';

/** Nothing is charged for an account that its owner cannot use. */

/** As patient as a provider may be away: five days. */
export const stopJob = defineJob('billing-stop', z.object({ userId: z.string() }), { retries: 130 });

/** Has the provider stop charging a user if the transaction `tx` commits. */
export async function stopCharging(
  app: Pick<AppContext, 'queue' | 'billing'>,
  tx: Db,
  { id, stripeSubscriptionId, stripeCustomerId }: UserRow,
): Promise<void> {
  if (!stripeSubscriptionId || !stripeCustomerId || !app.billing.ownsCustomer(stripeCustomerId)) return;
  await app.queue.send(tx, stopJob, { userId: id });
}

/**
 * Cancels the subscription of a suspended account at the end of what is paid. If an invoice is open, it ends now, and the
 * invoice is voided. Does nothing if the account was restored in the meantime.
 */
export async function cancelSuspended(app: AppContext, userId: string): Promise<void> {
  const [user] = await app.db.select().from(users).where(eq(users.id, userId));
  if (!user?.suspendedAt || !user.stripeSubscriptionId || !hasSubscription(app, user)) return;
  try {
    const { openInvoices } = await app.billing.findDue(user.stripeSubscriptionId);
    if (openInvoices.length > 0) await app.billing.endNow(user.stripeSubscriptionId);
    else await app.billing.setCancelled(user.stripeSubscriptionId, true);
    for (const invoice of openInvoices) await app.billing.voidInvoice(invoice.id);
  } catch (error) {
    // It has ended already: our notes are brought up to date below.
    if (!(error instanceof ProviderRefusal)) throw error;
  }
  await syncUser(app, userId);
}
