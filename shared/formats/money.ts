/** Money and prices in words. Amounts are in the currency's smallest unit, as the payment provider counts them. */

/**
 * The currencies whose amounts do not count hundredths at Stripe; what is customary, or in ISO 4217, may differ, as for
 * ISK, UGX, MGA, HUF and IDR. Source: https://docs.stripe.com/currencies#zero-decimal, #three-decimal and #special-cases.
 */
const NO_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '));

function decimalsOf(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** Formats an amount: "$5", "$12.50", "−$2.50", "€9", "¥500". `currency` is an ISO 4217 code in any case. */
export function formatMoney(amount: number, currency = 'usd'): string {
  const decimals = decimalsOf(currency.toLowerCase());
  const whole = 10 ** decimals;
  const digits = amount % whole === 0 ? 0 : decimals;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(amount / whole)
    .replace('-', '−');
}

/** Formats US cents: "$5", "$12.50", "−$2.50". */
export const formatUsd = (cents: number): string => formatMoney(cents, 'usd');

/** The price of one card, as the provider charges it; by default, US dollars each month. */
interface Price {
  /** Null if it is not the same for each card. */
  unitCents: number | null;
  currency?: string;
  interval?: 'day' | 'week' | 'month' | 'year';
  intervalCount?: number;
  /** True if tax is added to the price or contained in it. */
  tax?: 'none' | 'exclusive' | 'inclusive';
}

/** "a month", "a year", "every 3 months". */
export function formatInterval({ interval = 'month', intervalCount = 1 }: Partial<Price> = {}): string {
  return intervalCount === 1 ? `a ${interval}` : `every ${intervalCount} ${interval}s`;
}

const TAX_WORDS = { none: '', exclusive: ' plus tax', inclusive: ' incl. tax' };

/** The words after a sum: " plus tax", " incl. tax", or nothing if no tax is calculated. */
export const formatTax = ({ tax = 'none' }: Partial<Price>): string => TAX_WORDS[tax];

/** An amount and what is added to it: "$5 plus tax". */
export const formatCharge = ({ cents, ...price }: Partial<Price> & { cents: number }): string =>
  formatMoney(cents, price.currency) + formatTax(price);

/** "1 card", "2 cards". */
export const formatCards = (quantity: number): string => `${quantity} ${quantity === 1 ? 'card' : 'cards'}`;

/** The sum for a number of cards and how it comes about: "$10 a month plus tax: 2 cards × $5". */
export function formatSum(cents: number, quantity: number, price: Price): string {
  const { unitCents, currency } = price;
  const sum = `${formatMoney(cents, currency)} ${formatInterval(price)}${formatTax(price)}`;
  if (unitCents === null || unitCents * quantity !== cents) return `${sum} for ${formatCards(quantity)}`;
  return `${sum}: ${formatCards(quantity)} × ${formatMoney(unitCents, currency)}`;
}
