import { and, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { billingNotices, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { tryForEachOwner } from '#server/infra/queue/for-each-owner.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { REMINDER_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { Tax } from '#shared/money/billing.ts';
import { billedQuantity } from '#shared/money/subscription.ts';
import { computeSum, priceOf, readTax } from '../price/price.ts';
import { CARDS_COUNTED } from '../quantity.ts';
import { isRunning } from '../state.ts';
import { firstChargeLetter, trialEndLetter } from './money-letters.ts';
import { isClosed, isPaidByTeam, mailPayer, readPayer } from './payer.ts';
import { isNews } from './told-facts.ts';
import { wordsFor } from './words.ts';

/** Mails before a trial ends, so that no charge or expiry comes as a surprise. */

/** The kind of fact that is said here. */
const KIND = 'reminder';

/**
 * Reminds everyone whose trial ends within three days: once per end date, and again if the sum that will be charged has
 * changed since. Each hour comes upon nearly all of them again, so who has been told costs no statement of their own.
 */
export async function remindOfTrialEnds(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const now = app.now();
  const soon = new Date(now.getTime() + REMINDER_DAYS * DAY_MS);
  const isEnding = and(
    eq(users.subscriptionStatus, 'trial'),
    gt(users.trialEndsAt, now),
    lte(users.trialEndsAt, soon),
  );
  const tax = await readTax(app);
  const find = (after: AccountId, most: number) =>
    readTrials(app.db, and(isEnding, gt(users.id, after)), most);
  await tryForEachOwner(find, (trial) => remindOfTrialEnd(app, trial, tax), { stopping });
}

/** A trial, what is known of its subscription, and what its owner was told last. */
const readTrials = (db: Db, which: SQL | undefined, most: number) =>
  db
    .select({
      userId: users.id,
      user: users,
      known: subscriptions,
      said: billingNotices.fact,
      cards: CARDS_COUNTED,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(billingNotices, and(eq(billingNotices.userId, users.id), eq(billingNotices.kind, KIND)))
    .where(which)
    .orderBy(users.id)
    .limit(most);

type Trial = Awaited<ReturnType<typeof readTrials>>[number];

async function remindOfTrialEnd(app: AppContext, { user, known, said, cards }: Trial, tax: Tax) {
  const quantity = billedQuantity(cards, user.kind);
  const isSubscribed = user.stripeSubscriptionId !== null && known !== null && isRunning(known);
  const price = priceOf(tax, isSubscribed ? known : null);
  const cents = isSubscribed
    ? ((known.quantity === quantity ? known.nextCents : null) ?? computeSum(price, quantity))
    : null;
  const { trialEndsAt } = user;
  if (quantity === 0 || user.suspendedAt || !trialEndsAt || (isSubscribed && cents === null)) return;
  const fact = `${trialEndsAt.toISOString()} ${cents === null ? 'no card' : `${cents} ${price.currency}`}`;
  if (fact === said) return;
  await app.db.transaction(async (tx) => {
    const payer = await readPayer(tx, user);
    if (isClosed(user, payer) || (!isSubscribed && cards === 0 && (await isPaidByTeam(tx, user)))) return;
    if (!(await isNews({ ...app, db: tx }, user.id, KIND, fact))) return;
    const words = wordsFor(app, payer, price);
    const letter =
      cents === null
        ? trialEndLetter(words, quantity, trialEndsAt)
        : firstChargeLetter(words, quantity, trialEndsAt, cents);
    await mailPayer(app, tx, payer, letter);
  });
}
