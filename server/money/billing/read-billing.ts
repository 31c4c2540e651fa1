import { and, desc, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { readLists } from '#server/db/prepared.ts';
import { invoices, type subscriptions } from '#server/db/schema/money.ts';
import type { ProviderInvoice } from '#server/infra/billing-provider.ts';
import type { Page } from '#shared/contract/api.ts';
import { INVOICES_SHOWN } from '#shared/contract/constants.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { Billing, Invoice } from '#shared/money/billing.ts';
import { quoteAt, statusAt } from '#shared/money/subscription.ts';
import { computeSum, readCardPrice } from './price/price.ts';
import { type CardCount, selectCardCount, toBilled } from './quantity.ts';
import { isRunning } from './state.ts';

/** A user's billing as our own database has it: available even while the provider is down. */

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;
const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));

export const toInvoice = (
  row: Pick<ProviderInvoice, 'id' | 'number' | 'status' | 'cents' | 'currency' | 'taxCents' | 'url'> & {
    createdAt: Date;
    refundedCents?: number;
    isDisputed?: boolean;
    needsConfirmation: boolean | null;
  },
): Invoice => ({
  ...row,
  refundedCents: row.refundedCents ?? 0,
  isDisputed: row.isDisputed ?? false,
  needsConfirmation: row.status === 'open' && (row.needsConfirmation ?? false),
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
  const read = await readParts(app, user);
  const [known] = read.known;
  const { kind, cards, quantity } = toBilled(read.count[0]);
  const quote = quoteAt(cards, user.trialEndsAt, now, kind);
  const isOver = known?.cancelsAt != null && new Date(known.cancelsAt) <= now;
  const isSubscribed = hasSubscription(app, user) && known !== undefined && isRunning(known) && !isOver;
  const isCancelled = isSubscribed && known.cancelsAt !== null;
  const isPaymentFailing = isSubscribed && known.status === 'past_due';
  const price = await readCardPrice(app, isSubscribed ? known : null);
  const periodCents = computeSum(price, quantity);
  const chargeAt = isSubscribed && !isCancelled ? toDate(known.periodEndsAt) : null;
  // Until the provider knows the current number of cards, its preview is for the previous number.
  const billedCents = known?.quantity === quantity ? known.nextCents : null;
  const nextCents = billedCents ?? periodCents;
  const status = statusAt(user, now);
  const latest = read.latest.map((one) => toInvoice({ ...one, createdAt: new Date(one.createdAt) }));
  return {
    invoices: latest,
    openInvoice: latest.find((one) => one.status === 'open' && one.cents > 0) ?? null,
    hasEverPaid: read.paid.length > 0,
    isTestMode: app.billing.isTestMode,
    status,
    isSubscribed,
    isCancelled,
    isPaymentFailing,
    accessEndsAt: isPaymentFailing && status !== 'expired' ? isoOrNull(toDate(known.lapsesAt)) : null,
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

type SubscriptionRow = typeof subscriptions.$inferSelect;
type Known = Pick<
  SubscriptionRow,
  'status' | 'quantity' | 'unitCents' | 'currency' | 'interval' | 'intervalCount' | 'nextCents'
> &
  Record<'periodEndsAt' | 'cancelsAt' | 'lapsesAt', string | null>;
type Bill = Omit<typeof invoices.$inferSelect, 'userId' | 'paidAt' | 'createdAt'> & { createdAt: string };

interface Parts {
  known: Known[];
  count: CardCount[];
  latest: Bill[];
  paid: unknown[];
}

/** The subscription, the cards and the latest invoices. */
function readParts(ctx: UserContext, { id }: UserRow): Promise<Parts> {
  const isOwn = whereCan(ctx, 'see', 'invoice');
  return readLists<Parts>(ctx, 'billing', {
    known: sql`select status, quantity, unit_cents as "unitCents", currency, interval, interval_count as "intervalCount",
        next_cents as "nextCents", period_ends_at as "periodEndsAt", cancels_at as "cancelsAt", lapses_at as "lapsesAt"
      from subscriptions where ${whereCan(ctx, 'see', 'subscription')}`,
    count: selectCardCount(id),
    latest: sql`select id, number, status, cents, currency, tax_cents as "taxCents", refunded_cents as "refundedCents",
        is_disputed as "isDisputed", created_at as "createdAt", url, needs_confirmation as "needsConfirmation"
      from invoices where ${isOwn} order by created_at desc, id desc limit ${INVOICES_SHOWN}`,
    paid: sql`select id from invoices where ${isOwn} and status = 'paid' and cents > 0 limit 1`,
  });
}
