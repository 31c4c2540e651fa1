import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { checkouts, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { hasSubscription } from '../read-billing.ts';
import { noteTry, settleBill } from '../settle-bill.ts';
import { syncUser } from '../sync.ts';

/** The job that leaves nothing to be charged for who has cancelled, or was suspended. */
export async function settleUser(app: AppContext, userId: AccountId): Promise<void> {
  const [found] = await app.db
    .select({ user: users, ending: subscriptions.ending })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId));
  const customerId = found?.user.stripeCustomerId;
  if (!found || !customerId || !app.billing.ownsCustomer(customerId)) return;
  const { user, ending } = found;
  try {
    if (user.suspendedAt) await closePages(app, userId);
    await settleBill(app.billing, customerId, { isSuspended: user.suspendedAt !== null, ending });
  } catch (error) {
    await noteTry(app, userId);
    // It has ended already, or the card was declined and the bill is open: our notes are brought up to date below.
    if (!(error instanceof ProviderRefusal)) throw error;
  }
  await syncUser(app, userId);
}

/** A page that is still open would begin another subscription. */
async function closePages({ db, billing, now }: AppContext, userId: AccountId): Promise<void> {
  const isOpen = and(
    whereCan(systemFor(userId), 'edit', 'checkout'),
    isNull(checkouts.closedAt),
    isNotNull(checkouts.sessionId),
  );
  for (const { id, sessionId } of await db.select().from(checkouts).where(isOpen)) {
    if (sessionId) await billing.closeCheckout(sessionId);
    await db.update(checkouts).set({ closedAt: now() }).where(eq(checkouts.id, id));
  }
}

/**
 * Voids what a user chose to drop if the provider failed after it had ended the subscription; says whether that is what
 * was left to do.
 */
export async function finishDropping(app: AppContext, user: UserRow): Promise<boolean> {
  const [before] = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
  if (before?.ending !== 'dropped' || !(before.unsettledAt || hasSubscription(app, user))) return false;
  await syncUser(app, user.id);
  await settleUser(app, user.id);
  const [after] = await app.db.select().from(users).where(eq(users.id, user.id));
  return after !== undefined && !hasSubscription(app, after);
}
