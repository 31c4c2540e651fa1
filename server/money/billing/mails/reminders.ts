import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { REMINDER_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { computeSum, readCardPrice } from '../price/price.ts';
import { countBilledCards } from '../quantity.ts';
import { isRunning } from '../state.ts';
import { firstChargeLetter, trialEndLetter } from './money-letters.ts';
import { isClosed, isPaidByTeam, mailPayer, readPayer } from './payer.ts';
import { isNews } from './told-facts.ts';
import { wordsFor } from './words.ts';

/** Mails before a trial ends, so that no charge or expiry comes as a surprise. */

/** Accounts read at once. */
const AT_ONCE = 200;

/**
 * Reminds everyone whose trial ends within three days: once per end date, and again if the sum that will be charged has
 * changed since.
 */
export async function remindOfTrialEnds(app: AppContext): Promise<void> {
  const now = app.now();
  const soon = new Date(now.getTime() + REMINDER_DAYS * DAY_MS);
  const isEnding = and(
    eq(users.subscriptionStatus, 'trial'),
    gt(users.trialEndsAt, now),
    lte(users.trialEndsAt, soon),
  );
  for (let from = '', isMore = true; isMore; ) {
    const isNext = sql`${users.id} > ${from}`;
    const some = await app.db
      .select()
      .from(users)
      .where(and(isEnding, isNext))
      .orderBy(users.id)
      .limit(AT_ONCE);
    for (const user of some) if (user.trialEndsAt) await remindOfTrialEnd(app, user, user.trialEndsAt);
    from = some.at(-1)?.id ?? '';
    isMore = some.length === AT_ONCE;
  }
}

async function remindOfTrialEnd(app: AppContext, user: UserRow, trialEndsAt: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const inside = { ...app, db: tx };
    const [known] = await tx
      .select()
      .from(subscriptions)
      .where(whereCan(systemFor(user.id), 'see', 'subscription'));
    const isSubscribed = user.stripeSubscriptionId !== null && known !== undefined && isRunning(known);
    const price = await readCardPrice(inside, isSubscribed ? known : null);
    const quantity = await countBilledCards(tx, user.id);
    const payer = await readPayer(tx, user);
    if (quantity === 0 || isClosed(user, payer)) return;
    const words = wordsFor(app, payer, price);
    const day = trialEndsAt.toISOString();
    if (!isSubscribed) {
      if (await isPaidByTeam(tx, user)) return;
      const isNew = await isNews(inside, user.id, 'reminder', `${day} no card`);
      if (isNew) await mailPayer(app, tx, payer, trialEndLetter(words, quantity, trialEndsAt));
      return;
    }
    const cents = (known.quantity === quantity ? known.nextCents : null) ?? computeSum(price, quantity);
    if (cents === null) return;
    const isNew = await isNews(inside, user.id, 'reminder', `${day} ${cents} ${price.currency}`);
    if (isNew) await mailPayer(app, tx, payer, firstChargeLetter(words, quantity, trialEndsAt, cents));
  });
}
