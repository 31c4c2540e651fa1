import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserRow } from '#server/context.ts';
import { invoices, type subscriptions } from '#server/db/schema/money.ts';
import type { ProviderInvoice, ProviderSubscription, ProviderTruth } from '#server/infra/billing-provider.ts';
import { lastRestoration } from '#server/infra/hold/restored.ts';
import { readCardPrice } from '../price/price.ts';
import { currentSubscription, hasPaidFor, isRunning } from '../state.ts';
import { cancelledLetter, endedLetter, failedLetter, resumedLetter, startedLetter } from './letters.ts';
import { receiptLetter } from './money-letters.ts';
import { isClosed, mailBill, mailPayer, readPayer } from './payer.ts';
import { notePriceChange } from './price-mail.ts';
import { isNews } from './told-facts.ts';
import { type Content, type MailParts, type MailWords, type Payer, wordsFor } from './words.ts';

/**
 * Tells a user by mail what the provider's answer changes: compares it with what stands in the database, in the
 * transaction and under the locks in which it is about to be recorded. So a fact is told if and only if it is recorded,
 * and repeated, reordered or missing events make no difference.
 */

export interface Before {
  user: UserRow;
  known: typeof subscriptions.$inferSelect;
  /** The cards a new subscription would be for. */
  cards: number;
}

interface Scene extends Before {
  app: MailParts;
  truth: ProviderTruth;
  subscription: ProviderSubscription;
  words: MailWords;
  payer: Payer;
  /** In the first answer since a restore, the moment of it: the original has told what happened before. Otherwise null. */
  toldUntil: Date | null;
  /** Invoices as they were recorded before, by id. */
  billed: Map<string, { status: string; needsConfirmation: boolean | null }>;
}

/** Must run before the answer is recorded; `app.db` is its transaction. */
export async function mailChanges(app: MailParts, before: Before, truth: ProviderTruth): Promise<void> {
  const subscription = currentSubscription(truth);
  if (!subscription) return;
  const { user } = before;
  const rows = await app.db
    .select({ id: invoices.id, status: invoices.status, needsConfirmation: invoices.needsConfirmation })
    .from(invoices)
    .where(whereCan(systemFor(user.id), 'see', 'invoice'));
  const payer = await readPayer(app.db, user);
  const words = wordsFor(app, payer, await readCardPrice(app, subscription.price));
  const billed = new Map(rows.map(({ id, ...row }) => [id, row]));
  const toldUntil = await readToldUntil(app, before);
  const scene: Scene = { ...before, app, truth, subscription, words, payer, billed, toldUntil };
  await tellStart(scene);
  await tellReceipts(scene);
  await tellFailure(scene);
  await tellCancellation(scene);
  await tellEnd(scene);
  await notePriceChange(app, before, subscription);
}

async function readToldUntil({ db }: MailParts, { known }: Before): Promise<Date | null> {
  const restoredAt = (await lastRestoration(db))?.restoredAt;
  return restoredAt && (known.syncedAt === null || known.syncedAt <= restoredAt) ? restoredAt : null;
}

interface Fact {
  kind: string;
  fact: string;
  /** When it happened; null if no one knows. */
  at: Date | null;
}

/** Sends a mail unless the same fact of this kind was said last, or by the original of a restored copy. */
async function mailFact(
  { app, user, payer, toldUntil }: Scene,
  { kind, fact, at }: Fact,
  letter: Content,
  send = mailPayer,
): Promise<void> {
  const wasTold = toldUntil !== null && (at === null || at <= toldUntil);
  if ((await isNews(app, user.id, kind, fact)) && !wasTold) await send(app, app.db, payer, letter);
}

async function tellStart(scene: Scene): Promise<void> {
  const { user, subscription, words } = scene;
  if (!isRunning(subscription) || user.stripeSubscriptionId === subscription.id) return;
  const fact = { kind: 'started', fact: subscription.id, at: subscription.startedAt };
  await mailFact(scene, fact, startedLetter(words, subscription));
}

const isCharge = ({ status, cents }: ProviderInvoice) => status === 'paid' && cents > 0;
const hasPaid = ({ invoices: bills }: ProviderTruth) => bills.some(isCharge);
const openOf = ({ invoices: bills }: ProviderTruth) =>
  bills.find(({ status, cents }) => status === 'open' && cents > 0) ?? null;

async function tellReceipts(scene: Scene): Promise<void> {
  const { app, payer, truth, billed, words, subscription } = scene;
  if (app.config.receipts === 'provider') return;
  const news = truth.invoices.filter((bill) => isCharge(bill) && billed.get(bill.id)?.status !== 'paid');
  const { seller } = app.config;
  for (const bill of news.reverse()) {
    const letter = receiptLetter(words, bill, subscription.quantity, { ...payer, seller });
    const fact = { kind: `receipt ${bill.id}`, fact: 'paid', at: bill.paidAt ?? bill.createdAt };
    await mailFact(scene, fact, letter, mailBill);
  }
}

async function tellFailure(scene: Scene): Promise<void> {
  const { app, known, subscription, truth, billed, words } = scene;
  if (subscription.status !== 'past_due') return;
  const open = openOf(truth);
  const was = open && billed.get(open.id);
  const isNewBill = open !== null && was?.status !== 'open';
  // A bank may ask at a later attempt only: whoever was told of a declined card would wait for the next one.
  const asksNow = open?.needsConfirmation === true && was?.needsConfirmation === false;
  if (known.status === 'past_due' && !isNewBill && !asksNow) return;
  const failing = open?.id ?? `${subscription.id} ${subscription.periodStartsAt?.toISOString()}`;
  // The bank may ask days after the bill; nobody knows when it did.
  const fact = asksNow
    ? { kind: 'failed', fact: `${failing} to confirm`, at: app.now() }
    : { kind: 'failed', fact: failing, at: open?.createdAt ?? null };
  await mailFact(
    scene,
    fact,
    failedLetter(words, subscription, open, hasPaidFor(subscription, truth.invoices)),
    mailBill,
  );
}

async function tellCancellation(scene: Scene): Promise<void> {
  const { user, known, subscription, truth, words, cards } = scene;
  // The mail about the suspension says all.
  const isSuspension = user.suspendedAt !== null || (known.ending === 'suspended' && subscription.cancelsAt);
  if (!isRunning(subscription) || isSuspension) return;
  const isSame = user.stripeSubscriptionId === subscription.id;
  const before = isSame ? (known.cancelsAt?.getTime() ?? null) : null;
  const { cancelsAt } = subscription;
  if (before === (cancelsAt?.getTime() ?? null)) return;
  if (cancelsAt) {
    const fact = `${subscription.id} ${cancelsAt.toISOString()}`;
    await mailFact(
      scene,
      { kind: 'cancelled', fact, at: null },
      cancelledLetter(words, subscription, cancelsAt, {
        open: openOf(truth),
        pendingCents: subscription.pendingCents,
        hasPaid: hasPaidFor(subscription, truth.invoices),
        isEmpty: known.ending === 'empty',
      }),
    );
  } else {
    await mailFact(
      scene,
      { kind: 'cancelled', fact: `${subscription.id} resumed`, at: null },
      resumedLetter(words, subscription, cards),
    );
  }
}

async function tellEnd(scene: Scene): Promise<void> {
  const { user, payer, known, subscription, truth, words, cards } = scene;
  const { endedAt, status } = subscription;
  if (isClosed(user, payer)) return;
  if (!endedAt || status !== 'canceled' || known.endedAt?.getTime() === endedAt.getTime()) return;
  const hasFailed = known.status === 'past_due' && known.cancelsAt === null;
  const letter = endedLetter(words, {
    endedAt,
    cards,
    hasPaid: hasPaid(truth),
    why: known.ending === 'dropped' ? 'dropped' : hasFailed ? 'failed' : null,
  });
  await mailFact(scene, { kind: 'ended', fact: subscription.id, at: endedAt }, letter);
}
