import { eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserRow } from '#server/context.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { ProviderSubscription } from '#server/infra/billing-provider.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { readCardPrice } from '../price/price.ts';
import { isRunning } from '../state.ts';
import { priceLetter } from './letters.ts';
import { mailPayer, readPayer } from './payer.ts';
import { type MailParts, wordsFor } from './words.ts';

/**
 * Tells a user that another number of cards has changed the price: one mail for all changes within an hour, with the
 * price before the first and after the last of them; none if these are the same.
 */

const WAIT_MS = 60 * 60 * 1000;

/** Notes a change of the number of cards, in the transaction that is about to record it. */
export async function notePriceChange(
  { db, queue, now }: MailParts,
  { user, known, cards }: { user: UserRow; known: typeof subscriptions.$inferSelect; cards: number },
  subscription: ProviderSubscription,
): Promise<void> {
  const { quantity } = subscription;
  if (!isRunning(subscription)) return;
  const set = (facts: Partial<typeof subscriptions.$inferInsert>) =>
    db
      .update(subscriptions)
      .set(facts)
      .where(whereCan(systemFor(user.id), 'edit', 'subscription'));
  if (user.stripeSubscriptionId !== subscription.id) {
    // The mail about its start names this price.
    await set({ toldQuantity: quantity, priceChangedAt: null });
    return;
  }
  if (known.cancelsAt && !subscription.cancelsAt) {
    // The mail that it renews again names the price of all cards.
    await set({ toldQuantity: cards, priceChangedAt: null });
    return;
  }
  if (known.quantity === quantity || known.priceChangedAt) return;
  const at = now();
  await set({ toldQuantity: known.toldQuantity ?? known.quantity, priceChangedAt: at });
  await queue.send(
    db,
    'billing-price-mail',
    { userId: user.id },
    { startAfter: new Date(at.getTime() + WAIT_MS) },
  );
}

/** The mail, an hour after the first change. */
export async function mailPriceChange(app: MailParts, userId: AccountId): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    const [known] = await tx
      .select()
      .from(subscriptions)
      .where(whereCan(systemFor(userId), 'see', 'subscription'))
      .for('update');
    if (!user || !known?.priceChangedAt) return;
    const { quantity, toldQuantity: before } = known;
    await tx
      .update(subscriptions)
      .set({ toldQuantity: quantity, priceChangedAt: null })
      .where(whereCan(systemFor(userId), 'edit', 'subscription'));
    // Once it is cancelled, nothing more is charged, whatever the number of cards.
    const isPriced = user.stripeSubscriptionId !== null && isRunning(known) && known.cancelsAt === null;
    if (!isPriced || quantity === null || before === null || quantity === before) return;
    const payer = await readPayer(tx, user);
    const words = wordsFor(app, payer, await readCardPrice({ ...app, db: tx }, known));
    await mailPayer(app, tx, payer, priceLetter(words, { before, quantity }, sayNextBill(known)));
  });
}

function sayNextBill({
  status,
  trialEndsAt,
  periodEndsAt,
  nextCents,
  quantity,
  unitCents,
}: typeof subscriptions.$inferSelect) {
  const isFirst = status === 'trialing';
  const at = isFirst ? trialEndsAt : periodEndsAt;
  const full = unitCents === null || quantity === null ? null : unitCents * quantity;
  return at && { at, cents: nextCents ?? full, isFirst };
}
