import { and, desc } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { invoices, subscriptions } from '#server/db/billing-schema.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { users } from '#server/db/schema.ts';
import type { Page } from '#shared/api.ts';
import type { Billing, Invoice } from '#shared/billing.ts';
import { INVOICES_SHOWN } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/pages.ts';
import { monthlyCents, quoteAt, statusAt } from '#shared/subscription.ts';
import { isRunning } from './state.ts';
import { quantityOf, syncUser } from './sync.ts';

/** The status of a subscription, and the two actions that cancel and resume it. */

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

const toInvoice = (row: typeof invoices.$inferSelect): Invoice => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export async function listInvoices(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<Invoice>> {
  const limit = rowsWanted(query);
  const isNext = isOlder(invoices.createdAt, invoices.id, toMomentPosition(query.cursor));
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(and(whereCan(ctx, 'see', 'invoice'), isNext))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map(toInvoice) };
}

/** What our own database knows of a user's billing: it is available even while the provider is down. */
export async function getBilling(ctx: UserContext): Promise<Billing> {
  return billingOf(ctx, ctx.user);
}

async function billingOf(app: AppContext, user: UserRow): Promise<Billing> {
  const now = app.now();
  const [known] = await app.db
    .select()
    .from(subscriptions)
    .where(whereCan({ user }, 'see', 'subscription'));
  const bills = await app.db
    .select()
    .from(invoices)
    .where(whereCan({ user }, 'see', 'invoice'))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(INVOICES_SHOWN);
  const quantity = await quantityOf(app.db, user.id);
  const quote = quoteAt(quantity, user.trialEndsAt, now);
  const isOver = known?.cancelsAt != null && known.cancelsAt <= now;
  const isSubscribed = hasSubscription(app, user) && known !== undefined && isRunning(known) && !isOver;
  const isCancelled = isSubscribed && known.cancelsAt !== null;
  const chargeAt = isSubscribed && !isCancelled ? known.periodEndsAt : null;
  // Until the provider knows the current number of cards, its preview is for the previous number.
  const nextCents = (known?.quantity === quantity ? known.nextCents : null) ?? monthlyCents(quantity);
  return {
    isTestMode: app.billing.isTestMode,
    status: statusAt(user, now),
    isSubscribed,
    isCancelled,
    isPaymentFailing: isSubscribed && known.status === 'past_due',
    trialEndsAt: isoOrNull(user.trialEndsAt),
    subscriptionEndsAt: isoOrNull(user.subscriptionEndsAt),
    quote: { ...quote, trialEndsAt: isoOrNull(quote.trialEndsAt) },
    nextCharge: chargeAt && { at: chargeAt.toISOString(), cents: nextCents },
    invoices: bills.map(toInvoice),
  };
}

const hasSubscription = (app: AppContext, { stripeCustomerId, stripeSubscriptionId }: UserRow): boolean =>
  stripeSubscriptionId !== null && stripeCustomerId !== null && app.billing.ownsCustomer(stripeCustomerId);

/** Queries the provider before it returns: correct even if the event has not arrived yet. */
export async function refreshBilling(ctx: UserContext): Promise<Billing> {
  await syncUser(ctx, ctx.user.id);
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(whereCan(ctx, 'see', 'account'));
  return billingOf(ctx, user ?? ctx.user);
}

export const cancelSubscription = (ctx: UserContext): Promise<Billing> => setCancelled(ctx, true);
export const resumeSubscription = (ctx: UserContext): Promise<Billing> => setCancelled(ctx, false);

async function setCancelled(ctx: UserContext, isCancelled: boolean): Promise<Billing> {
  const { stripeSubscriptionId } = ctx.user;
  if (stripeSubscriptionId === null || !hasSubscription(ctx, ctx.user)) {
    throw new AppError('conflict', 'You have no subscription that runs. Nothing was changed.');
  }
  await ctx.billing.setCancelled(stripeSubscriptionId, isCancelled);
  return refreshBilling(ctx);
}
