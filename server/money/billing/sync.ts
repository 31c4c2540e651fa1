import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { isExisting } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { checkouts, invoices, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { ProviderPrice, ProviderTruth } from '#server/infra/billing-provider.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { mailChanges } from './mails/mail-changes.ts';
import { countBilledCards, followCardCount } from './quantity.ts';
import { type AnswerVerdict, queryAndSettle } from './query-and-settle.ts';
import { isUnsettled } from './settle-bill.ts';
import {
  type BillingOutcome,
  currentSubscription,
  decideOutcome,
  decideStep,
  isRunning,
  keepExpired,
} from './state.ts';
import { setOutcome } from './write-subscription.ts';

/** The parts needed to sync with the provider: the whole app, or a command beside it. */
export type BillingParts = Pick<AppContext, 'log' | 'db' | 'queue' | 'billing' | 'now' | 'config'>;

/** The changes made by a response of the provider, in words for administrators; empty if everything agreed. */
export type BillingChanges = string[];

/**
 * Reads the provider's data about a user and records what follows. A response is applied only if nothing newer was
 * applied since its request (`version`); otherwise the provider is queried again: no matter how many callers run this
 * at once, the final state is what the provider said last. `inside` runs in the same transaction (docs/decisions/021).
 */
export async function syncUser(
  app: BillingParts,
  userId: AccountId,
  inside: (tx: Db, changes: BillingChanges) => Promise<void> = async () => {},
): Promise<BillingChanges> {
  // Of an account that goes at this moment, there is none.
  await app.db.execute(sql`insert into subscriptions (user_id)
    select users.id from users where ${whereCan(systemFor(userId), 'see', 'account')} and ${isExisting()}
    for key share on conflict do nothing`);
  let customerId: string | null = null;
  const changes = await queryAndSettle({
    async version() {
      const [before] = await app.db
        .select({ version: subscriptions.version, customerId: users.stripeCustomerId })
        .from(subscriptions)
        .innerJoin(users, eq(users.id, subscriptions.userId))
        .where(whereCan(systemFor(userId), 'see', 'subscription'));
      customerId = before?.customerId ?? null;
      return before?.version ?? null;
    },
    ask: () => truthAbout(app, customerId),
    settle: (truth, judge) =>
      app.db.transaction(async (tx) => {
        if (truth) return applyAnswer({ ...app, db: tx }, userId, judge, truth, inside);
        await inside(tx, []);
        return [];
      }),
  });
  return changes ?? [];
}

/**
 * The provider's knowledge of a customer, or null if there is nobody to query: no customer yet, or one of Stripe's while
 * its keys are not set. What the test provider sold is worth nothing once Stripe handles payments.
 */
async function truthAbout(
  { billing }: BillingParts,
  customerId: string | null,
): Promise<ProviderTruth | null> {
  if (customerId === null) return null;
  if (billing.ownsCustomer(customerId)) return billing.fetchTruth(customerId);
  return billing.isTestMode ? null : { subscriptions: [], invoices: [] };
}

async function applyAnswer(
  app: BillingParts,
  userId: AccountId,
  judge: (applied: number) => AnswerVerdict,
  truth: ProviderTruth,
  inside: (tx: Db, changes: BillingChanges) => Promise<void>,
): Promise<BillingChanges | null> {
  const { db } = app;
  // The user before the subscription, as everywhere: locks taken in different orders could deadlock.
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('no key update');
  const [known] = await db
    .select()
    .from(subscriptions)
    .where(whereCan(systemFor(userId), 'see', 'subscription'))
    .for('update');
  if (!known || !user) return [];
  const verdict = judge(known.version);
  if (verdict === 'ask again') return null;
  if (verdict === 'covered') {
    await inside(db, []);
    return [];
  }
  const subscription = currentSubscription(truth);
  const outcome = keepExpired(decideOutcome(truth, user, known.grantedUntil), user, app.now());
  const changes = listDifferences(user, outcome);
  const facts = {
    status: subscription?.status ?? null,
    quantity: subscription?.quantity ?? null,
    trialEndsAt: subscription?.trialEndsAt ?? null,
    periodEndsAt: subscription?.periodEndsAt ?? null,
    cancelsAt: subscription?.cancelsAt ?? null,
    endedAt: subscription?.endedAt ?? null,
    nextCents: subscription?.nextCents ?? null,
    lapsesAt: subscription?.lapsesAt ?? null,
    paymentCard: subscription?.paymentCard?.label ?? null,
    paymentCardEndsAt: subscription?.paymentCard?.endsAt ?? null,
    ...factsOf(subscription?.price ?? null),
    ...decideEnding({ user, known, now: app.now() }, truth),
  };
  const cards = await countBilledCards(db, userId);
  await mailChanges({ ...app, db }, { user, known, cards }, truth);
  await db
    .update(subscriptions)
    .set({ ...facts, version: known.version + 1, syncedAt: app.now() })
    .where(whereCan(systemFor(userId), 'edit', 'subscription'));
  if (changes.length) await setOutcome(db, userId, outcome);
  await keepInvoices(db, userId, truth);
  if (subscription) await closeCheckouts(app, userId, subscription.startedAt);
  if (facts.unsettledAt && !known.unsettledAt) await app.queue.send(db, 'billing-stop', { userId });
  if (subscription && decideStep(subscription, cards, facts.ending) !== null)
    await followCardCount(app, db, userId);
  await inside(db, changes);
  return changes;
}

/** Longer than a request that cancels takes: if nothing came of it until then, it failed. */
export const ENDING_NOTED_MS = 10 * 60_000;

type Known = typeof subscriptions.$inferSelect;

/** The lasting notes of an ending, and whether something is still to be charged or stopped. */
function decideEnding(
  { user, known, now }: { user: UserRow; known: Known; now: Date },
  truth: ProviderTruth,
): Pick<Known, 'ending' | 'endingAt' | 'unsettledAt'> {
  const isSuspended = user.suspendedAt !== null;
  const { ending, endingAt } = known;
  const subscription = currentSubscription(truth);
  const unsettledAt = isUnsettled(truth, { isSuspended, ending }) ? (known.unsettledAt ?? now) : null;
  const isOld = endingAt !== null && now.getTime() - endingAt.getTime() > ENDING_NOTED_MS;
  const renews = subscription !== null && isRunning(subscription) && !subscription.cancelsAt;
  const isMoot = renews && !isSuspended && (isOld || known.cancelsAt !== null);
  return { ...(isMoot ? { ending: null, endingAt: null } : { ending, endingAt }), unsettledAt };
}

const factsOf = (price: ProviderPrice | null) => ({
  currency: price?.currency ?? null,
  interval: price?.interval ?? null,
  intervalCount: price?.intervalCount ?? null,
  unitCents: price?.unitCents ?? null,
});

const showValue = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? 'none'));

function listDifferences(user: UserRow, outcome: BillingOutcome): BillingChanges {
  return Object.entries(outcome).flatMap(([field, after]) => {
    const before = user[field as keyof BillingOutcome];
    const isSame = showValue(before) === showValue(after);
    return isSame ? [] : [`${field}: ${showValue(before)} → ${showValue(after)}`];
  });
}

async function keepInvoices(db: Db, userId: AccountId, truth: ProviderTruth): Promise<void> {
  // A draft is not a bill yet: the provider may still change or delete it.
  const rows = truth.invoices.filter(({ status }) => status !== 'draft').map((row) => ({ ...row, userId }));
  if (rows.length === 0) return;
  await db
    .insert(invoices)
    .values(rows)
    .onConflictDoUpdate({
      target: invoices.id,
      set: {
        number: sql`excluded.number`,
        status: sql`excluded.status`,
        cents: sql`excluded.cents`,
        currency: sql`excluded.currency`,
        taxCents: sql`excluded.tax_cents`,
        paidAt: sql`excluded.paid_at`,
        url: sql`excluded.url`,
        needsConfirmation: sql`excluded.needs_confirmation`,
      },
    });
}

/**
 * Closes the checkouts that started before the subscription: they are complete or obsolete. Stripe's times are whole
 * seconds.
 */
async function closeCheckouts(app: BillingParts, userId: AccountId, startedAt: Date): Promise<void> {
  const isBefore = lt(checkouts.createdAt, new Date(startedAt.getTime() + 1000));
  await app.db
    .update(checkouts)
    .set({ closedAt: app.now() })
    .where(and(whereCan(systemFor(userId), 'edit', 'checkout'), isNull(checkouts.closedAt), isBefore));
}
