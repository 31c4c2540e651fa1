import { formatDay } from '#app/frame/dates.ts';
import { formatCards, formatInterval, formatMoney, formatSum, formatTax } from '#shared/formats/money.ts';
import type { Billing, PriceChange } from '#shared/money/billing.ts';

/** Sentences about a subscription that more than one screen says. */

type Sum = Pick<Billing, 'price' | 'quantity' | 'periodCents'>;

/** "$10 a month: 2 cards × $5", or only the number of cards if the provider's price has no sum that we can compute. */
export const saySum = ({ price, quantity, periodCents }: Sum | PriceChange): string =>
  periodCents === null
    ? `${formatCards(quantity)}, billed ${formatInterval(price)}`
    : formatSum(periodCents, quantity, price);

/** "$5/month per card plus tax". */
export function sayUnitPrice({ price }: Pick<Billing, 'price'>): string | null {
  if (price.unitCents === null) return null;
  const { interval, intervalCount } = price;
  const per = intervalCount === 1 ? `/${interval}` : ` ${formatInterval(price)}`;
  return `${formatMoney(price.unitCents, price.currency)}${per} per card${formatTax(price)}`;
}

/** The effect of "Resume" on the price: "Resumes at $10 a month: 2 cards × $5." */
export const sayResumption = (billing: Billing): string => `Resumes at ${saySum(billing)}.`;

/** Why there is no access any more: only who has paid had a subscription. */
export const endedReason = ({ hasEverPaid }: Pick<Billing, 'hasEverPaid'>): string =>
  hasEverPaid ? 'Your subscription has ended.' : 'Your trial has ended.';

/**
 * "The charge of $5 on December 5, 2026 failed, and we’ll try again." Where a bank waits for its customer, no further
 * attempt succeeds.
 */
export function sayFailedCharge({ openInvoice: bill }: Billing): string {
  if (!bill) return 'The last charge failed, and we’ll try again.';
  const [sum, day] = [formatMoney(bill.cents, bill.currency), formatDay(bill.createdAt)];
  return bill.needsConfirmation
    ? `Your bank wants you to confirm the payment of your ${sum} bill from ${day}.`
    : `The charge of ${sum} on ${day} failed, and we’ll try again.`;
}

/** The end on a day, with no period after it, and what a payment brings back. */
export const OWN_ACCESS = {
  access: (day: string) => `You keep access until ${day}`,
  afterPayment: 'You can create cards again once it’s paid.',
};

/** A failing charge, its consequence and its deadline. */
export function sayFailure(billing: Billing, speech = OWN_ACCESS): string {
  const { accessEndsAt } = billing;
  const access = accessEndsAt ? `${speech.access(formatDay(accessEndsAt))}.` : speech.afterPayment;
  return `${sayFailedCharge(billing)} ${access}`;
}
