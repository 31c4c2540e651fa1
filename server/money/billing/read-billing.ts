import { and, desc, eq, gt } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { invoices, subscriptions } from '#server/db/schema/money.ts';
import type { ProviderInvoice } from '#server/infra/billing-provider.ts';
import type { Page } from '#shared/contract/api.ts';
import { INVOICES_SHOWN } from '#shared/contract/constants.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { Billing, Invoice } from '#shared/money/billing.ts';
import { quoteAt, statusAt } from '#shared/money/subscription.ts';
import { computeSum, readCardPrice } from './price/price.ts';
import { countCards } from './quantity.ts';
import { isRunning } from './state.ts';

/** A user's billing as our own database has it: available even while the provider is down. */

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

export const toInvoice = (
  row: Pick<ProviderInvoice, 'id' | 'number' | 'status' | 'cents' | 'currency' | 'taxCents' | 'url'> & {
    createdAt: Date;
    refundedCents?: number;
    isDisputed?: boolean;
  },
): Invoice => ({
  ...row,
  refundedCents: row.refundedCents ?? 0,
  isDisputed: row.isDisputed ?? false,
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

export const getBilling = (ctx: UserContext): Promise<Billing> => readBilling(ctx, ctx.account);

export const hasSubscription = (
  app: Pick<AppContext, 'billing'>,
  { stripeCustomerId, stripeSubscriptionId }: UserRow,
): boolean =>
  stripeSubscriptionId !== null && stripeCustomerId !== null && app.billing.ownsCustomer(stripeCustomerId);

export async function readBilling(app: UserContext, user: UserRow): Promise<Billing> {
  const now = app.now();
  const [known] = await app.db
    .select()
    .from(subscriptions)
    .where(whereCan(app, 'see', 'subscription'));
  const { kind, cards, quantity } = await countCards(app.db, user.id);
  const quote = quoteAt(cards, user.trialEndsAt, now, kind);
  const isOver = known?.cancelsAt != null && known.cancelsAt <= now;
  const isSubscribed = hasSubscription(app, user) && known !== undefined && isRunning(known) && !isOver;
  const isCancelled = isSubscribed && known.cancelsAt !== null;
  const isPaymentFailing = isSubscribed && known.status === 'past_due';
  const price = await readCardPrice(app, isSubscribed ? known : null);
  const periodCents = computeSum(price, quantity);
  const chargeAt = isSubscribed && !isCancelled ? known.periodEndsAt : null;
  // Until the provider knows the current number of cards, its preview is for the previous number.
  const billedCents = known?.quantity === quantity ? known.nextCents : null;
  const nextCents = billedCents ?? periodCents;
  const status = statusAt(user, now);
  const bills = await readBills(app);
  return {
    ...bills,
    isTestMode: app.billing.isTestMode,
    status,
    isSubscribed,
    isCancelled,
    isPaymentFailing,
    accessEndsAt: isPaymentFailing && status !== 'expired' ? isoOrNull(known.lapsesAt) : null,
    price,
    cards,
    quantity,
    periodCents,
    trialEndsAt: isoOrNull(user.trialEndsAt),
    subscriptionEndsAt: isoOrNull(user.subscriptionEndsAt),
    quote: { ...quote, trialEndsAt: isoOrNull(quote.trialEndsAt) },
    nextCharge:
      chargeAt && nextCents !== null
        ? {
            at: chargeAt.toISOString(),
            cents: nextCents,
            currency: price.currency,
            tax: billedCents === null ? price.tax : 'none',
          }
        : null,
  };
}

/** The latest invoices, and what they say about the customer. */
async function readBills(
  ctx: UserContext,
): Promise<Pick<Billing, 'invoices' | 'openInvoice' | 'hasEverPaid'>> {
  const { db } = ctx;
  const isOwn = whereCan(ctx, 'see', 'invoice');
  const latest = await db
    .select()
    .from(invoices)
    .where(isOwn)
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(INVOICES_SHOWN);
  const [paid] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(isOwn, eq(invoices.status, 'paid'), gt(invoices.cents, 0)))
    .limit(1);
  const open = latest.find(({ status, cents }) => status === 'open' && cents > 0);
  return {
    invoices: latest.map(toInvoice),
    openInvoice: open ? toInvoice(open) : null,
    hasEverPaid: paid !== undefined,
  };
}
