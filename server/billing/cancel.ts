import { whereCan } from '#server/access/where-can.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import { users } from '#server/db/schema.ts';
import { type ProviderDue, ProviderRefusal } from '#server/infra/billing-provider.ts';
import type { Billing, Cancellation, OpenInvoiceChoice } from '#shared/billing.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { taxOf } from './price.ts';
import { billingOf, hasSubscription, toInvoice } from './read-billing.ts';
import { syncUser } from './sync.ts';

/** Cancelling a subscription, and taking that back. */

/** Queries the provider before it returns: correct even if the event has not arrived yet. */
export async function refreshBilling(ctx: UserContext): Promise<Billing> {
  await syncUser(ctx, ctx.user.id);
  return billingOf(ctx, await readUser(ctx));
}

async function readUser(ctx: UserContext): Promise<UserRow> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(whereCan(ctx, 'see', 'account'));
  return user ?? ctx.user;
}

function requireSubscription(ctx: UserContext): string {
  const { stripeSubscriptionId } = ctx.user;
  if (stripeSubscriptionId === null || !hasSubscription(ctx, ctx.user)) {
    throw new AppError('conflict', 'You have no subscription that runs. Nothing was changed.');
  }
  return stripeSubscriptionId;
}

/**
 * Does something with the subscription. If the provider refuses, our notes are probably out of date: it is asked what
 * stands, which the screens then show, and the refusal says so.
 */
async function withSubscription<T>(ctx: UserContext, act: (id: string) => Promise<T>): Promise<T> {
  const id = requireSubscription(ctx);
  try {
    return await act(id);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await syncUser(ctx, ctx.user.id);
    if (error instanceof DeclinedAfterPayment) throw declined('only what was open before');
    if (error.isDeclined) throw declined('nothing');
    if (hasSubscription(ctx, await readUser(ctx))) throw error;
    throw new AppError('conflict', 'Your subscription has already ended. Nothing more is charged.');
  }
}

const declined = (charged: string) =>
  new AppError(
    'conflict',
    `Your payment card was declined, so ${charged} was charged and your subscription goes on. Update your card under Manage payment, then cancel again.`,
  );

/** A bank refused a charge, but not the one before it: "nothing was charged" would be false. */
class DeclinedAfterPayment extends ProviderRefusal {}

/** What cancelling now would still charge. */
export const getCancellation = (ctx: UserContext): Promise<Cancellation> =>
  withSubscription(ctx, async (id) => {
    const { openInvoices, prorationCents, currency, periodEndsAt } = await ctx.billing.findDue(id);
    return {
      openInvoices: openInvoices.map(toInvoice),
      openCents: openInvoices.reduce((sum, { cents }) => sum + cents, 0),
      prorationCents,
      currency,
      tax: await taxOf(ctx),
      accessEndsAt: periodEndsAt?.toISOString() ?? null,
    };
  });

/**
 * Cancels at the end of the period, and charges now what was added in it, so that nothing more is charged later. An
 * open invoice is settled, or voided, which ends access at once.
 */
export const cancelSubscription = (
  ctx: UserContext,
  { body }: { body: { openInvoice?: OpenInvoiceChoice | undefined } },
): Promise<Billing> =>
  withSubscription(ctx, async (id) => {
    const due = await ctx.billing.findDue(id);
    if (due.openInvoices.length > 0 && !body.openInvoice) throw needsChoice(due);
    if (due.openInvoices.length > 0 && body.openInvoice === 'void') await drop(ctx, id, due);
    else await cancelAtPeriodEnd(ctx, id, due);
    return refreshBilling(ctx);
  });

function needsChoice({ openInvoices, currency }: ProviderDue): AppError {
  const sum = formatMoney(
    openInvoices.reduce((total, { cents }) => total + cents, 0),
    currency,
  );
  return new AppError(
    'conflict',
    `${sum} is not paid yet. Choose what becomes of it: “settle” pays it now and keeps access to the end of the period, “void” drops it and ends access at once.`,
  );
}

/** Ends first: an open invoice of an ended subscription is no longer collected, whatever happens to us now. */
async function drop({ billing }: UserContext, id: string, { openInvoices }: ProviderDue): Promise<void> {
  await billing.endNow(id);
  for (const invoice of openInvoices) await billing.voidInvoice(invoice.id);
}

async function cancelAtPeriodEnd(
  { billing }: UserContext,
  id: string,
  { openInvoices }: ProviderDue,
): Promise<void> {
  let paid = 0;
  try {
    for (const invoice of openInvoices) {
      await billing.payInvoice(invoice.id);
      paid += 1;
    }
    await cancelAndCharge(billing, id);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || !error.isDeclined || paid === 0) throw error;
    throw new DeclinedAfterPayment(error.reason, true);
  }
}

/**
 * Cancels before the proration is charged, since cards added afterwards cost nothing any more; if the payment is
 * declined, the cancellation is taken back.
 */
async function cancelAndCharge(billing: UserContext['billing'], id: string): Promise<void> {
  await billing.setCancelled(id, true);
  try {
    await billing.chargePending(id);
  } catch (error) {
    if (error instanceof ProviderRefusal) await billing.setCancelled(id, false);
    throw error;
  }
}

export const resumeSubscription = (ctx: UserContext): Promise<Billing> =>
  withSubscription(ctx, async (id) => {
    await ctx.billing.setCancelled(id, false);
    return refreshBilling(ctx);
  });
