import type { Entry, Ledger, LedgerKind } from './ledger.ts';
import { createMissing } from './stripe-refusal.ts';
import { followTime, processDue } from './take-step.ts';
import { toStripeCustomer } from './to-stripe.ts';

/** The account at the test provider, and what the answers about all of its objects have in common. */

export interface TestAccount {
  ledger: Ledger;
  /** Where its pages are: nothing before their path if the reader of an answer serves them. */
  origin: string;
  /** The mark of customers that earlier releases made without one. */
  installation: string | undefined;
  nameCustomer(userId: string): string;
}

/** A call of Stripe's API, without its path. */
export interface StripeCall {
  id: string;
  query: URLSearchParams;
  /** Nested names as they are sent: `metadata[userId]`. */
  form: Record<string, string>;
  /** The idempotency key: the same key creates the same object. */
  key: string | null;
}
/** Answers by method and path, in which `:id` stands for an id. */
export type Answers = Record<string, (account: TestAccount, call: StripeCall) => Promise<object>>;

export const listOf = (data: object[], has_more = false): object => ({
  object: 'list',
  url: '/v1/list',
  has_more,
  data,
});

/** An object as it is by now, or a refusal. */
export async function findCurrent<K extends LedgerKind>(
  ledger: Ledger,
  kind: K,
  id: string,
): Promise<Entry<K>> {
  const before = await ledger.find(kind, id);
  if (!before) throw createMissing(id);
  const isChanged = await followTime(ledger, before.customer);
  return (isChanged && (await ledger.find(kind, id))) || before;
}

/** Runs `change` with an object as it is by now, under the lock on its customer. */
export async function changeCurrent<K extends LedgerKind, T>(
  ledger: Ledger,
  kind: K,
  id: string,
  change: (inside: Ledger, current: Entry<K>) => Promise<T>,
): Promise<T> {
  const customer = (await ledger.find(kind, id))?.customer;
  if (!customer) throw createMissing(id);
  return ledger.withCustomer(customer, async (inside) => {
    await processDue(inside, customer);
    const current = await inside.find(kind, id);
    if (!current) throw createMissing(id);
    return change(inside, current);
  });
}

/** All of a customer's objects of one kind as they are by now, latest first. */
export async function listCurrent<K extends LedgerKind>(
  ledger: Ledger,
  kind: K,
  customer: string | null,
): Promise<Entry<K>[]> {
  if (!customer || !(await ledger.find('customer', customer))) throw createMissing(customer ?? '', 400);
  await followTime(ledger, customer);
  return ledger.list(kind, customer);
}

export async function showCustomer({ ledger, installation }: TestAccount, customer: Entry<'customer'>) {
  const marked = { ...customer, installation: customer.installation ?? installation };
  return toStripeCustomer(marked, await ledger.list('subscription', customer.id));
}
