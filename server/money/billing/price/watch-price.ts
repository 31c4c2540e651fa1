import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/contract/errors.ts';
import { writeReport } from '../reports.ts';
import { checkPrice, describeChecks, forbidsCheckout } from './check-price.ts';

/** The price at the provider is checked when the server starts, every hour, and before each checkout. */

type PriceParts = Pick<AppContext, 'db' | 'billing' | 'taxCache' | 'now'>;

/** Reads and checks the price; null if there is none to check. Remembers how tax is said. */
export async function readPrice({ db, billing, taxCache, now }: PriceParts) {
  const price = await billing.readPrice();
  if (!price) return null;
  await writeReport(db, 'price', { taxBehavior: price.taxBehavior }, now());
  taxCache.learn(price);
  return { id: price.id, checks: checkPrice(price, billing) };
}

/** Says in the log what is wrong. While the provider is away this fails, and the job is tried again. */
export async function watchPrice(app: AppContext): Promise<void> {
  const price = await readPrice(app);
  for (const sentence of price ? describeChecks(price.id, price.checks) : []) {
    app.log.error({ price: price?.id }, sentence);
  }
}

/** Checks the price after a start, beside it: a provider that is away must not keep anybody's cards from being seen. */
export async function sendPriceJob({ billing, queue, db }: AppContext): Promise<void> {
  if (!billing.isTestMode) await queue.send(db, 'billing-price', {});
}

/** Throws if people would be charged something else than they are told. */
export async function requirePrice(app: PriceParts): Promise<void> {
  const price = await readPrice(app);
  if (!price || !forbidsCheckout(price.checks, app.billing)) return;
  throw new AppError(
    'unavailable',
    'Subscribing isn’t available right now because our prices don’t match. You weren’t charged, and the operator can see what to correct.',
  );
}
