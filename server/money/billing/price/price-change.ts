import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { ProviderAway, type ProviderBill, ProviderRefusal } from '#server/infra/billing-provider.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import type { PriceChange } from '#shared/money/billing.ts';
import { billedQuantity } from '#shared/money/subscription.ts';
import { countCards } from '../quantity.ts';
import { hasSubscription } from '../read-billing.ts';
import { isRunning } from '../state.ts';
import { syncUser } from '../sync.ts';
import { computeSum, readCardPrice } from './price.ts';

/** The next bill with another number of cards. */

type NextBill = Pick<PriceChange, 'nextBill' | 'noBillBecause'>;

/** The price with this number of cards, by default one more, and the next bill as the provider calculates it. */
export async function quotePriceChange(
  ctx: UserContext,
  {
    query: { cards: asked, resumed, known: onlyKnown },
  }: { query: { cards?: number | undefined; resumed?: 'true' | undefined; known?: 'true' | undefined } },
): Promise<PriceChange> {
  const { kind, cards: now, quantity: billedNow } = await countCards(ctx.db, ctx.account.id);
  const cards = asked ?? (resumed || (kind === 'person' && now >= CARD_LIMIT) ? now : now + 1);
  const quantity = billedQuantity(cards, kind);
  const [known] = await ctx.db
    .select()
    .from(subscriptions)
    .where(whereCan(ctx, 'see', 'subscription'));
  const isSubscribed = hasSubscription(ctx, ctx.account) && known !== undefined && isRunning(known);
  const price = await readCardPrice(ctx, isSubscribed ? known : null);
  const billOf = async (): Promise<NextBill> => {
    if (!isSubscribed) return createNoBill('no_subscription');
    if (onlyKnown) return createNoBill(known.cancelsAt && !resumed ? 'cancelled' : 'not_asked');
    return nextBill(ctx, quantity, resumed !== undefined);
  };
  return {
    cards,
    quantity,
    price,
    periodCentsNow: computeSum(price, billedNow),
    periodCents: computeSum(price, quantity),
    ...(await billOf()),
  };
}

const createNoBill = (noBillBecause: NonNullable<PriceChange['noBillBecause']>): NextBill => ({
  nextBill: null,
  noBillBecause,
});

/** Asks the provider. A form that only wants to show the sum must work without it, and says why it is missing. */
async function nextBill(ctx: UserContext, quantity: number, isResumed: boolean): Promise<NextBill> {
  const { billing, account } = ctx;
  if (account.stripeSubscriptionId === null) return createNoBill('no_subscription');
  let bill: ProviderBill | null;
  try {
    bill = await billing.previewQuantity(account.stripeSubscriptionId, quantity, isResumed);
  } catch (error) {
    if (error instanceof ProviderAway) return createNoBill('provider_away');
    if (!(error instanceof ProviderRefusal)) throw error;
    // Most likely it has ended there: then our notes are brought up to date, and nothing is billed.
    await syncUser(ctx, account.id);
    return createNoBill('no_subscription');
  }
  if (!bill) return createNoBill('cancelled');
  return { nextBill: { ...bill, at: bill.at.toISOString() }, noBillBecause: null };
}
