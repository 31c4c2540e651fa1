import type { AppContext } from '#server/context.ts';
import type { subscriptions } from '#server/db/schema/money.ts';
import type { CardPrice, Tax } from '#shared/money/billing.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import { readReport } from '../reports.ts';

/** The price of a card, and sums of it. */

type Known = Pick<
  typeof subscriptions.$inferSelect,
  'currency' | 'interval' | 'intervalCount' | 'unitCents'
> | null;

type PriceParts = Pick<AppContext, 'db' | 'billing'>;

/** A price at the provider, as far as it says how tax is added. */
export interface Priced {
  taxBehavior: string | null;
}

/** The tax beside a price; until one was read, rather announce a tax than hide one. */
export function taxOf({ hasAutomaticTax }: AppContext['billing'], price: Priced | undefined): Tax {
  if (!hasAutomaticTax) return 'none';
  return price?.taxBehavior === 'inclusive' ? 'inclusive' : 'exclusive';
}

/** Likewise, of the price as it was last read. */
export const readTax = async ({ db, billing }: PriceParts): Promise<Tax> =>
  taxOf(billing, billing.hasAutomaticTax ? (await readReport(db, 'price'))?.data : undefined);

/**
 * The price of a card: as the provider has it for a running subscription, which may have been made there in another
 * currency or for another interval; else as a checkout would ask.
 */
export const readCardPrice = async (app: PriceParts, known: Known): Promise<CardPrice> =>
  priceOf(await readTax(app), known);

/** Likewise, where the tax is known. */
export function priceOf(tax: Tax, known: Known): CardPrice {
  if (!known?.currency || !known.interval) {
    return { unitCents: monthlyCents(1), currency: 'usd', interval: 'month', intervalCount: 1, tax };
  }
  const { unitCents, currency, interval, intervalCount } = known;
  return { unitCents, currency, interval, intervalCount: intervalCount ?? 1, tax };
}

/** The sum for a number of cards, before tax that is added; null if the price has none for each card. */
export const computeSum = ({ unitCents }: CardPrice, quantity: number): number | null =>
  unitCents === null ? null : unitCents * quantity;
