import { formatDay } from '#app/frame/dates.ts';
import { PRICE_TAX } from '#app/frame/price-tax.ts';
import { saySum } from '#app/money/billing/billing-words.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import type { TeamBilling } from '#shared/money/team-billing.ts';
import { TEAM_ALLOWANCES } from '#shared/teams/limits.ts';

/** Sentences about the price of a team that more than one screen says. */

export const CARD_PRICE = `$${PRICE_PER_CARD_USD} a month${PRICE_TAX}`;

/** The free days that are left, where nobody holds a card. */
export function sayFreeDays({ trialDaysAhead, trialEndsAt, status }: TeamBilling): string {
  if (trialDaysAhead > 0) return `The first claim begins ${trialDaysAhead} free days.`;
  return status === 'trial' && trialEndsAt
    ? `It’s free until ${formatDay(trialEndsAt)}.`
    : 'There are no free days left.';
}

/** The price from the first claim on, where there is none yet. */
export function sayFirstClaim({ trialDaysAhead, trialEndsAt, status }: TeamBilling): string {
  if (trialDaysAhead > 0) {
    return `The first claim begins ${trialDaysAhead} free days. After them, each claimed card costs ${CARD_PRICE}.`;
  }
  return status === 'trial' && trialEndsAt
    ? `Claimed cards are free until ${formatDay(trialEndsAt)}. After that, each costs ${CARD_PRICE}.`
    : `Each claimed card costs ${CARD_PRICE}. There are no free days left.`;
}

/** Nobody holds a card; some may have been claimed, and their holders have left. */
const sayNoHolder = ({ freed }: TeamBilling): string =>
  freed > 0 ? 'no one holds a card now.' : 'no one has claimed a card.';

/** The price as things stand. */
export function sayCost(billing: TeamBilling): string {
  const { cards, status, isSubscribed, isCancelled, trialEndsAt } = billing;
  if (isCancelled) {
    return cards === 0
      ? 'No one holds a card now, so the subscription is ending.'
      : 'The subscription is cancelled, so nothing more is charged unless you resume it.';
  }
  if (cards === 0) return `Nothing to pay: ${sayNoHolder(billing)} ${sayFirstClaim(billing)}`;
  if (status === 'trial' && trialEndsAt) {
    return `Free until ${formatDay(trialEndsAt)}, then ${saySum(billing)}.`;
  }
  return isSubscribed ? `The team pays ${saySum(billing)}.` : `A subscription costs ${saySum(billing)}.`;
}

const number = (value: number) => value.toLocaleString('en-US');

/** Nobody can pay for a team of which nobody holds a card. */
const FREED_FIRST = 'No card can be claimed until those whose holders have left are handed on or deleted.';

/** How many cards can be claimed, and what it takes to have more. */
export function sayClaimRoom({ cards, freed, claimedMax, claimBar, status }: TeamBilling): string {
  const [none, once, more] = TEAM_ALLOWANCES;
  const isFull = claimBar === 'full';
  if (claimBar === 'unpaid')
    return cards > 0 ? 'No more can be claimed until the team is paid for.' : FREED_FIRST;
  // Before the first payment, they stand in the way of others.
  const isHeldUp = freed > 0 && isFull && status === 'trial';
  const way = isHeldUp ? ' Until then, you can hand on or delete cards whose holders have left.' : '';
  if (claimedMax === more.claimedMax) {
    return isFull ? 'A team can’t have more.' : `A team can have ${number(claimedMax)}.`;
  }
  const [payment, next] =
    claimedMax === none.claimedMax ? ['first', once.claimedMax] : ['second', more.claimedMax];
  return isFull
    ? `No more can be claimed before the team’s ${payment} payment. After it, ${number(next)} can be.${way}`
    : `${number(claimedMax)} can be claimed before the team’s ${payment} payment, and ${number(next)} after it.`;
}

/** The sum if so many cards fewer are claimed: "With that, the team pays $10 a month: 2 cards × $5." */
export function sayWithout(billing: TeamBilling, fewer: number): string {
  const { cards, price, isSubscribed, isCancelled } = billing;
  const quantity = Math.max(0, cards - fewer);
  if (!isSubscribed || isCancelled || fewer === 0 || price.unitCents === null) return '';
  if (quantity === 0) return 'No one holds a card then, so the subscription ends with its period.';
  const sum = saySum({ price, quantity, periodCents: price.unitCents * quantity });
  return `From then on, the team pays ${sum}.`;
}
