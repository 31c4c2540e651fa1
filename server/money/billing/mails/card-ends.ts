import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderAway } from '#server/infra/billing-provider.ts';
import { tryForEachOwner } from '#server/infra/queue/for-each-owner.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { readCardPrice } from '../price/price.ts';
import { syncUser } from '../sync.ts';
import { cardEndsLetter } from './money-letters.ts';
import { mailPayer, readPayer } from './payer.ts';
import { isNews, lastSaid } from './told-facts.ts';
import { wordsFor } from './words.ts';

/** How long before its end a payment card is named. */
const CARD_DAYS = 30;
const KIND = 'card';

/** Tells everyone whose payment card expires within 30 days and would be charged again, once per card. */
export async function remindOfCardEnds(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const now = app.now();
  const soon = new Date(now.getTime() + CARD_DAYS * DAY_MS);
  const { paymentCardEndsAt, cancelsAt, userId } = subscriptions;
  const isEnding = and(
    gt(paymentCardEndsAt, now),
    lte(paymentCardEndsAt, soon),
    isNull(cancelsAt),
    isNotNull(users.stripeSubscriptionId),
  );
  const find = (after: AccountId, most: number) =>
    app.db
      .select({ userId })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, userId))
      .where(and(isEnding, gt(userId, after)))
      .orderBy(userId)
      .limit(most);
  const isOfAll = (error: unknown) => error instanceof ProviderAway;
  await tryForEachOwner(find, ({ userId: id }) => remindOwner(app, id, soon), { stopping, isOfAll });
}

async function remindOwner(app: AppContext, userId: AccountId, soon: Date): Promise<void> {
  const found = await readCard(app, userId);
  if (!found || found.fact === (await lastSaid(app.db, userId, KIND))) return;
  // It may have been replaced since: not every provider sends an event about that.
  await syncUser(app, userId);
  await remindOfCard(app, userId, soon);
}

async function readCard({ db }: Pick<AppContext, 'db'>, userId: AccountId) {
  const [row] = await db
    .select({ user: users, known: subscriptions })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(whereCan(systemFor(userId), 'see', 'subscription'));
  const { paymentCard: card, paymentCardEndsAt: endsAt } = row?.known ?? {};
  return row && card && endsAt ? { ...row, card, endsAt, fact: `${card} ${endsAt.toISOString()}` } : null;
}

async function remindOfCard(app: AppContext, userId: AccountId, soon: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const inside = { ...app, db: tx };
    const found = await readCard(inside, userId);
    if (!found || found.endsAt > soon) return;
    const { user, known, card, endsAt, fact } = found;
    if (!(await isNews(inside, userId, KIND, fact))) return;
    const payer = await readPayer(tx, user);
    const words = wordsFor(app, payer, await readCardPrice(inside, known));
    const { periodEndsAt: chargeAt, quantity } = known;
    await mailPayer(
      app,
      tx,
      payer,
      cardEndsLetter(words, { card, endsAt, chargeAt, quantity: quantity ?? 1 }),
    );
  });
}
