import { newId } from '#server/db/new-id.ts';
import { monthlyCents, sumOf } from '#shared/money/subscription.ts';
import type { Ledger } from './ledger.ts';
import type { PendingItem, TestSubscription } from './test-objects.ts';

/** Changes of the quantity within a period, which the next bill charges or credits, and the credit beyond it. */

export const NOTHING_PENDING = { prorationCents: 0, pending: [], billedQuantity: undefined };

/**
 * The items of the next bill, oldest first. Where an earlier release wrote only the sum, a credit and a debit say from
 * which quantity to which.
 */
export function readPendingItems({
  id,
  pending = [],
  prorationCents,
  billedQuantity,
  quantity,
}: TestSubscription): PendingItem[] {
  const missing = prorationCents - sumOf(pending);
  const item = (name: string, cents: number, units: number) => ({
    id: nameItem(id, name),
    cents,
    quantity: units,
  });
  if (pending.length === 0 && billedQuantity !== undefined) {
    const credit = monthlyCents(billedQuantity);
    return [item('credit', -credit, billedQuantity), item('debit', missing + credit, quantity)];
  }
  return missing > 0 ? [...pending, item('rest', missing, quantity)] : pending;
}

/** The customer's credit of earlier bills. */
export const findCredit = (subscription: TestSubscription): number =>
  sumOf(readPendingItems(subscription)) - subscription.prorationCents;

/** Credit belongs to the customer: what ended subscriptions have left is the next one's. */
export async function takeCredit(inside: Ledger, customer: string): Promise<number> {
  let credit = 0;
  for (const one of await inside.list('subscription', customer)) {
    if (one.status !== 'canceled' || one.prorationCents === 0) continue;
    credit -= one.prorationCents;
    await inside.put('subscription', one.id, customer, { ...one, prorationCents: 0 });
  }
  return credit;
}

/** An item's id names its subscription. */
const nameItem = (subscriptionId: string, name = newId()): string =>
  `${subscriptionId.replace(/^sub_/, 'ii_')}_${name}`;
export const subscriptionOfItem = (itemId: string): string =>
  itemId.replace(/_[^_]*$/, '').replace(/^ii_/, 'sub_');

/** Deletes an item, so that nobody is charged or credited for it. */
export function dropItem(subscription: TestSubscription, itemId: string): TestSubscription {
  const all = readPendingItems(subscription);
  const pending = all.filter(({ id }) => id !== itemId);
  const prorationCents = subscription.prorationCents - sumOf(all) + sumOf(pending);
  const { billedQuantity } = subscription;
  return {
    ...subscription,
    pending,
    prorationCents,
    billedQuantity: pending.length > 0 ? billedQuantity : undefined,
  };
}

/** Takes what is pending for a bill, from which credit is subtracted; credit beyond it is left. */
export const takePending = (
  subscription: TestSubscription,
): { subscription: TestSubscription; cents: number } => ({
  subscription: {
    ...subscription,
    ...NOTHING_PENDING,
    prorationCents: Math.min(0, subscription.prorationCents),
  },
  cents: Math.max(0, subscription.prorationCents),
});

/**
 * Changes the number of cards from now on; within a paid period, the rest of it is credited for the old number and
 * charged for the new one. Source: Stripe docs, "Prorations".
 */
export function changeQuantity(
  subscription: TestSubscription,
  quantity: number,
  now: Date,
): TestSubscription {
  if (subscription.quantity === quantity) return subscription;
  if (!['active', 'past_due'].includes(subscription.status)) return { ...subscription, quantity };
  const {
    id,
    periodStartsAt,
    periodEndsAt,
    prorationCents,
    billedQuantity = subscription.quantity,
  } = subscription;
  const [start = 0, finish = 0, moment = 0] = [periodStartsAt, periodEndsAt, now].map(toSeconds);
  const left = Math.max(0, finish - moment) / (finish - start);
  const item = (sign: 1 | -1, units: number): PendingItem => ({
    id: nameItem(id),
    cents: sign * Math.round(left * monthlyCents(units)),
    quantity: units,
  });
  const changes = [item(-1, subscription.quantity), item(1, quantity)];
  return {
    ...subscription,
    quantity,
    pending: [...readPendingItems(subscription), ...changes],
    prorationCents: prorationCents + sumOf(changes),
    billedQuantity,
  };
}

/** Stripe counts in whole seconds. */
const toSeconds = (date: string | Date): number => Math.floor(new Date(date).getTime() / 1000);

/** The next bill, and the customer's remaining credit if that exceeds the bill. */
export function computeBill({
  quantity,
  prorationCents,
}: Pick<TestSubscription, 'quantity' | 'prorationCents'>): {
  cents: number;
  prorationCents: number;
} {
  const sum = monthlyCents(quantity) + prorationCents;
  return { cents: Math.max(0, sum), prorationCents: Math.min(0, sum) };
}
