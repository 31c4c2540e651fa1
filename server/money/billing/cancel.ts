import { and, eq } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import { type Ending, invoices, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { type BillingProvider, type ProviderDue, ProviderRefusal } from '#server/infra/billing-provider.ts';
import { AppError } from '#shared/contract/errors.ts';
import { formatMoney } from '#shared/formats/money.ts';
import { dayFormat } from '#shared/formats/time.ts';
import type { Billing, CancelChoice, Cancellation, Invoice } from '#shared/money/billing.ts';
import { chargeOfCancelling, isDroppedBy, sumOf } from '#shared/money/subscription.ts';
import { finishDropping } from './customer/stop-charging.ts';
import { matchQuantity } from './match-quantity.ts';
import { readTax } from './price/price.ts';
import { countBilledCards } from './quantity.ts';
import { hasSubscription, readBilling, toInvoice } from './read-billing.ts';
import { syncUser } from './sync.ts';

/** Cancelling a subscription, and taking that back. */

/** Queries the provider before it returns: correct even if the event has not arrived yet. */
export async function refreshBilling(ctx: UserContext): Promise<Billing> {
  await syncUser(ctx, ctx.account.id);
  return readBilling(ctx, await readUser(ctx));
}

async function readUser(ctx: UserContext): Promise<UserRow> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(whereCan(ctx, 'see', 'account'));
  return user ?? ctx.account;
}

function requireSubscription(ctx: UserContext): string {
  const { stripeSubscriptionId } = ctx.account;
  if (stripeSubscriptionId === null || !hasSubscription(ctx, ctx.account)) {
    throw new AppError('conflict', 'You have no active subscription. Nothing was changed.');
  }
  return stripeSubscriptionId;
}

/**
 * Does something with the subscription. If the provider refuses, our notes are probably out of date: it is asked what
 * stands, which the screens then show, and the refusal says so.
 */
export async function withSubscription<T>(ctx: UserContext, act: (id: string) => Promise<T>): Promise<T> {
  const id = requireSubscription(ctx);
  try {
    return await act(id);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await syncUser(ctx, ctx.account.id);
    const user = await readUser(ctx);
    if (error instanceof DeclinedAfterPayment)
      throw await explainDecline(ctx, user, error, 'only what was open before');
    if (error.isDeclined) throw await explainDecline(ctx, user, error, 'nothing');
    if (hasSubscription(ctx, user)) throw error;
    throw new AppError('conflict', 'Your subscription has already ended. You won’t be charged again.');
  }
}

export const UNCONFIRMED = 'Your bank wants you to confirm the payment first';

/** The bill that was declined stays open, and ends access if nobody pays it. */
async function explainDecline(
  ctx: UserContext,
  user: UserRow,
  { needsConfirmation }: ProviderRefusal,
  charged: string,
): Promise<AppError> {
  const { openInvoice, accessEndsAt } = await readBilling(ctx, user);
  const day = dayFormat('en-US', { dateStyle: 'long' }, user.timeZone);
  const bill = openInvoice
    ? ` The bill of ${formatMoney(openInvoice.cents, openInvoice.currency)} stays open: unless it is paid${accessEndsAt ? ` by ${day(new Date(accessEndsAt))}` : ''}, your access ends.`
    : '';
  const why = needsConfirmation ? UNCONFIRMED : 'Your payment card was declined';
  const way =
    needsConfirmation && openInvoice?.url
      ? 'Open the bill with “View” under Invoices and confirm it there'
      : `${needsConfirmation ? 'Choose another' : 'Update your'} card under Manage payment`;
  return new AppError(
    'conflict',
    `${why}, so ${charged} was charged and your subscription continues.${bill} ${way}, then cancel again.`,
  );
}

/** A bank refused a charge, but not the one before it: "nothing was charged" would be false. */
class DeclinedAfterPayment extends ProviderRefusal {}

/** The charge for cancelling now. */
export const getCancellation = (ctx: UserContext): Promise<Cancellation> =>
  withSubscription(ctx, async (id) => {
    // Our note of the quantity may be out of date: the provider is compared with the cards.
    await matchQuantity(ctx, ctx.account.id);
    const { openInvoices, prorationCents, currency, periodEndsAt } = await ctx.billing.findDue(id);
    return {
      openInvoices: await withConfirmations(ctx, openInvoices),
      openCents: sumOf(openInvoices),
      prorationCents: Math.max(0, prorationCents),
      creditCents: Math.max(0, -prorationCents),
      currency,
      tax: await readTax(ctx),
      accessEndsAt: periodEndsAt?.toISOString() ?? null,
    };
  });

/** Which of the bills wait for the customer, as an event has told: the provider's list of them does not say. */
async function withConfirmations(ctx: UserContext, bills: ProviderDue['openInvoices']): Promise<Invoice[]> {
  const rows = await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(whereCan(ctx, 'see', 'invoice'), eq(invoices.needsConfirmation, true)));
  const waiting = new Set(rows.map(({ id }) => id));
  return bills.map((bill) => toInvoice({ ...bill, needsConfirmation: waiting.has(bill.id) }));
}

/**
 * Cancels at the end of the period, and charges now what was added in it, so that nothing more is charged later. An
 * open invoice is settled, or voided, which ends access at once.
 */
export async function cancelSubscription(
  ctx: UserContext,
  { body }: { body: CancelChoice },
): Promise<Billing> {
  if (await finishDropping(ctx, ctx.account)) return readBilling(ctx, await readUser(ctx));
  return withSubscription(ctx, async (id) => {
    await matchQuantity(ctx, ctx.account.id);
    const due = await ctx.billing.findDue(id);
    if (due.openInvoices.length > 0 && !body.openInvoice) throw needsChoice(due);
    const cents = chargeOfCancelling(due, body.openInvoice);
    if (body.shownCents !== undefined && cents > body.shownCents) throw otherCharge(cents, due);
    const isDropped = isDroppedBy(due, body.openInvoice);
    await noteEnding(ctx, isDropped ? 'dropped' : 'cancelled');
    try {
      if (isDropped) await endAndVoidInvoices(ctx.billing, id, due);
      else await cancelAtPeriodEnd(ctx.billing, id, due);
    } catch (error) {
      // It goes on: its next end has a reason of its own.
      if (error instanceof ProviderRefusal && error.isDeclined) await noteEnding(ctx, null);
      throw error;
    }
    return refreshBilling(ctx);
  });
}

/** By then, the request has ended, or the process that served it has died. */
const ASKED_AFTER_MS = 2 * 60_000;

/**
 * Notes what is about to be asked of the provider, so that mails tell people only what they did; and that it is queried
 * afterwards in any case, should its answer or this process be lost.
 */
async function noteEnding(ctx: UserContext, ending: Ending | null): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(subscriptions)
      .set({ ending, endingAt: ending && now })
      .where(whereCan(ctx, 'edit', 'subscription'));
    const startAfter = new Date(now.getTime() + ASKED_AFTER_MS);
    await ctx.queue.send(tx, 'billing-sync', { userId: ctx.account.id }, { startAfter });
  });
}

function needsChoice({ openInvoices, currency }: ProviderDue): AppError {
  return new AppError(
    'conflict',
    `${formatMoney(sumOf(openInvoices), currency)} isn’t paid yet. Choose “settle” to pay now and keep access until the period ends, or “void” to cancel it and end access now.`,
  );
}

/** Somebody may have claimed or added a card since. */
const otherCharge = (cents: number, { currency }: ProviderDue) =>
  new AppError(
    'conflict',
    `It’s ${formatMoney(cents, currency)} now. Nothing was charged or cancelled. Check the sum, then cancel again.`,
  );

/** Ends first: an open invoice of an ended subscription is no longer collected, whatever happens to us now. */
export async function endAndVoidInvoices(
  billing: BillingProvider,
  id: string,
  { openInvoices }: ProviderDue,
): Promise<void> {
  await billing.endNow(id);
  for (const invoice of openInvoices) await billing.voidInvoice(invoice.id);
}

/**
 * Charges first: if the card is declined or the provider goes away, nothing was cancelled. What becomes pending between
 * the charge and the cancellation is charged by a job, as after a cancellation at the provider.
 */
export async function cancelAtPeriodEnd(
  billing: BillingProvider,
  id: string,
  { openInvoices }: ProviderDue,
): Promise<void> {
  let paid = 0;
  try {
    for (const invoice of openInvoices) {
      await billing.payInvoice(invoice.id);
      paid += 1;
    }
    await billing.chargePending(id);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || !error.isDeclined || paid === 0) throw error;
    throw new DeclinedAfterPayment(error.reason, true, error.needsConfirmation);
  }
  await billing.setCancelled(id, true);
}

/** Cards that were added under the cancellation are billed from now on, with the rest of the current period. */
export const resumeSubscription = (ctx: UserContext): Promise<Billing> =>
  withSubscription(ctx, async (id) => {
    if ((await countBilledCards(ctx.db, ctx.account.id)) === 0) throw nothingToResume();
    await noteEnding(ctx, null);
    await ctx.billing.setCancelled(id, false);
    await matchQuantity(ctx, ctx.account.id);
    return refreshBilling(ctx);
  });

const nothingToResume = () =>
  new AppError('conflict', 'Nobody holds a card now. The subscription continues once somebody claims one.');
