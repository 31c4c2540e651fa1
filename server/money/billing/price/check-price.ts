import type { BillingProvider, PriceFacts } from '#server/infra/billing-provider.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import type { PriceCheck } from '#shared/operations/health.ts';

/**
 * True if the price at the provider is the one people are told: $5 per month for each card, nothing else. With any other
 * price, they would pay an amount they never saw. Pure.
 */

type Terms = Pick<BillingProvider, 'isLive' | 'hasAutomaticTax'>;

export function checkPrice(price: PriceFacts, terms: Terms): PriceCheck[] {
  const equal = (name: PriceCheck['name'], expected: string, found: string): PriceCheck => ({
    name,
    expected,
    found,
    isRight: expected === found,
  });
  return [
    equal('currency', 'usd', price.currency),
    equal('amount', String(monthlyCents(1)), String(price.unitCents ?? 'none for each card')),
    equal('interval', '1 month', `${price.intervalCount ?? 'no'} ${price.interval ?? 'interval'}`),
    equal(
      'type',
      'recurring, licensed, per_unit',
      [price.type, price.usage ?? 'licensed', price.scheme].join(', '),
    ),
    equal('active', 'yes', price.isOnSale ? 'yes' : 'no'),
    checkTax(price, terms),
    equal('trial', 'none', price.trialDays ? `${price.trialDays} days` : 'none'),
    equal('transform', 'none', price.hasTransform ? 'transform_quantity' : 'none'),
    checkMode(price, terms),
  ];
}

/** With tax, Stripe must know whether it is added; without, a price "plus tax" contradicts the setting. */
function checkTax({ taxBehavior }: PriceFacts, { hasAutomaticTax }: Terms): PriceCheck {
  const found = taxBehavior ?? 'unspecified';
  return hasAutomaticTax
    ? {
        name: 'taxBehavior',
        expected: 'inclusive or exclusive',
        found,
        isRight: found === 'inclusive' || found === 'exclusive',
      }
    : {
        name: 'taxBehavior',
        expected: 'inclusive or unspecified',
        found,
        isRight: found !== 'exclusive',
      };
}

function checkMode({ isLive }: PriceFacts, terms: Terms): PriceCheck {
  const word = (live: boolean) => (live ? 'live' : 'test');
  const expected = terms.isLive === null ? word(isLive) : word(terms.isLive);
  return { name: 'mode', expected, found: word(isLive), isRight: expected === word(isLive) };
}

const WORDS: Record<PriceCheck['name'], string> = {
  currency: 'its currency',
  amount: 'its amount in cents',
  interval: 'its interval',
  type: 'its type',
  active: 'whether it is active',
  taxBehavior: 'its tax behavior',
  trial: 'its free trial',
  transform: 'its change of quantities',
  mode: 'its mode',
};

/** One sentence for the operator for each check that failed. */
export const describeChecks = (id: string, checks: PriceCheck[]): string[] =>
  checks
    .filter(({ isRight }) => !isRight)
    .map(
      ({ name, expected, found }) =>
        `STRIPE_PRICE_ID is wrong: of ${id}, ${WORDS[name]} must be ${expected}, but is ${found}.`,
    );

/** True if nobody may buy at this price. A tax behavior without tax changes no amount. */
export const forbidsCheckout = (checks: PriceCheck[], { hasAutomaticTax }: Terms): boolean =>
  checks.some(({ name, isRight }) => !isRight && (name !== 'taxBehavior' || hasAutomaticTax));
