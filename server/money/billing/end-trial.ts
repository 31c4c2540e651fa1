import type { UserContext } from '#server/context.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import { AppError } from '#shared/contract/errors.ts';
import { formatCards, formatMoney } from '#shared/formats/money.ts';
import type { Billing } from '#shared/money/billing.ts';
import { refreshBilling, UNCONFIRMED, withSubscription } from './cancel.ts';
import { nobodyClaimed } from './checkout.ts';
import { matchQuantity } from './match-quantity.ts';

/**
 * Ends the free trial of a subscription and pays its first period now: for as many cards as it was shown for, or not at
 * all. If the payment card is declined, the trial goes on.
 */
export const endTrial = (ctx: UserContext, { body }: { body: { cards: number } }): Promise<Billing> =>
  withSubscription(ctx, async (id) => {
    await matchQuantity(ctx, ctx.account.id);
    const before = await refreshBilling(ctx);
    if (before.cards === 0) throw nobodyClaimed();
    if (before.status !== 'trial') throw noTrial(before);
    if (before.cards !== body.cards) throw otherSum(before);
    await ctx.billing.endTrial(id, before.quantity).catch((error: unknown) => {
      throw error instanceof ProviderRefusal && error.isDeclined ? declined(error) : error;
    });
    // Somebody may have claimed a card in this moment.
    await matchQuantity(ctx, ctx.account.id);
    return refreshBilling(ctx);
  });

const noTrial = ({ isCancelled }: Billing) =>
  new AppError(
    'conflict',
    isCancelled
      ? 'Your subscription is cancelled. Resume it first.'
      : 'The free trial has already ended. Reload the page to see the current state.',
  );

const otherSum = ({ quantity, periodCents, price }: Billing) =>
  new AppError(
    'conflict',
    `It’s ${formatCards(quantity)} now${periodCents === null ? '' : `: ${formatMoney(periodCents, price.currency)}`}. Nothing was charged. Check the sum, then pay.`,
  );

/** There is no bill yet on whose page a payment could be confirmed. */
const declined = ({ needsConfirmation }: ProviderRefusal) =>
  new AppError(
    'conflict',
    needsConfirmation
      ? `${UNCONFIRMED}, so nothing was charged and the free trial goes on. Choose another card under Manage payment, then try again; or wait for the first charge, when you get an email in which you can confirm it.`
      : 'Your payment card was declined, so nothing was charged and the free trial goes on. Update your card under Manage payment, then try again.',
  );
