import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { testProviderObjects } from '#server/db/schema/money.ts';
import { type LifeStep, nextStep, type TestInvoice, type TestSubscription } from './subscription-life.ts';

/** The test provider's ledger: objects by id in one table, written under a lock on their customer. */

/** The ledger's parts of the app: the rest does not exist yet while the app is being created. */
export type Books = Pick<AppContext, 'db' | 'queue' | 'now'>;

export interface TestCustomer {
  userId: string;
  email: string;
  fullName: string;
  /** A deleted customer keeps its past, and nothing else. */
  isDeleted?: boolean;
}
export interface TestSession {
  userId: string;
  quantity: number;
  trialDays: number;
  successPath: string;
  cancelPath: string;
  status: 'open' | 'complete' | 'expired';
}
export interface TestPortal {
  returnPath: string;
  expiresAt: string;
}
interface Kinds {
  customer: TestCustomer;
  session: TestSession;
  portal: TestPortal;
  subscription: TestSubscription;
  invoice: TestInvoice;
  event: Record<string, unknown>;
}
export type LedgerKind = keyof Kinds;

/** An object by id, with the customer it belongs to. */
export async function findObject<K extends LedgerKind>(
  db: Db,
  kind: K,
  id: string,
): Promise<{ customerId: string; data: Kinds[K] } | null> {
  const [row] = await db
    .select()
    .from(testProviderObjects)
    .where(and(eq(testProviderObjects.id, id), eq(testProviderObjects.kind, kind)));
  return row ? { customerId: row.customerId, data: row.data as Kinds[K] } : null;
}

/** All of a customer's objects of one kind, latest first. */
export async function listObjects<K extends LedgerKind>(
  db: Db,
  kind: K,
  customerId: string,
): Promise<(Kinds[K] & { id: string })[]> {
  const rows = await db
    .select()
    .from(testProviderObjects)
    .where(and(eq(testProviderObjects.customerId, customerId), eq(testProviderObjects.kind, kind)))
    .orderBy(desc(testProviderObjects.createdAt), asc(testProviderObjects.id));
  return rows.map((row) => ({ ...(row.data as Kinds[K]), id: row.id }));
}

/** A page of customers that were not deleted, by id. */
export async function listCustomers(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; userId: string }[]> {
  const rows = await db
    .select()
    .from(testProviderObjects)
    .where(
      and(
        eq(testProviderObjects.kind, 'customer'),
        gt(testProviderObjects.id, after),
        sql`not coalesce((data ->> 'isDeleted')::boolean, false)`,
      ),
    )
    .orderBy(asc(testProviderObjects.id))
    .limit(limit);
  return rows.map((row) => ({ id: row.id, userId: (row.data as TestCustomer).userId }));
}

/** Writes an object, new or changed. */
export async function putObject<K extends LedgerKind>(
  books: Books,
  kind: K,
  id: string,
  customerId: string,
  data: Kinds[K],
): Promise<void> {
  const row = { id, kind, customerId, data, createdAt: books.now() };
  await books.db
    .insert(testProviderObjects)
    .values(row)
    .onConflictDoUpdate({ target: testProviderObjects.id, set: { data } });
}

/** Runs `change` with a lock on a customer's objects. */
export function withCustomer<T>(
  books: Books,
  customerId: string,
  change: (inside: Books) => Promise<T>,
): Promise<T> {
  return books.db.transaction(async (tx) => {
    await tx.select().from(testProviderObjects).where(eq(testProviderObjects.id, customerId)).for('update');
    return change({ ...books, db: tx });
  });
}

/** Records an event and delivers it, signed, to the webhook. */
export async function emitEvent(
  books: Books,
  customerId: string,
  type: string,
  object: Record<string, unknown>,
): Promise<void> {
  const eventId = `evt_test_${newId()}`;
  const created = Math.floor(books.now().getTime() / 1000);
  const data = { object: { ...object, customer: customerId } };
  await putObject(books, 'event', eventId, customerId, {
    id: eventId,
    object: 'event',
    type,
    created,
    livemode: false,
    data,
  });
  await books.queue.send(books.db, 'billing-test-event', { eventId });
}

/** Records what happened to a subscription, and sends the events. */
export async function takeStep(books: Books, customerId: string, step: LifeStep): Promise<void> {
  const { subscription, invoice, events } = step;
  await putObject(books, 'subscription', subscription.id, customerId, subscription);
  const bill = invoice ? await keepInvoice(books, customerId, invoice) : null;
  const metadata = { userId: (await findObject(books.db, 'customer', customerId))?.data.userId ?? '' };
  for (const type of events) {
    const isAboutBill = type.startsWith('invoice.');
    await emitEvent(books, customerId, type, {
      object: isAboutBill ? 'invoice' : 'subscription',
      id: isAboutBill ? bill?.id : subscription.id,
      status: isAboutBill ? bill?.status : subscription.status,
      metadata: isAboutBill ? {} : metadata,
    });
  }
}

async function keepInvoice(
  books: Books,
  customerId: string,
  { status, cents, isRetry, at }: NonNullable<LifeStep['invoice']>,
): Promise<TestInvoice> {
  const known = await listObjects(books.db, 'invoice', customerId);
  const open = isRetry ? known.find((invoice) => invoice.status === 'open') : undefined;
  const bill: TestInvoice = {
    id: open?.id ?? `in_test_${newId()}`,
    number: open?.number ?? `TEST-${String(known.length + 1).padStart(4, '0')}`,
    status,
    cents: open?.cents ?? cents,
    createdAt: open?.createdAt ?? at,
    paidAt: status === 'paid' ? at : null,
  };
  await putObject(books, 'invoice', bill.id, customerId, bill);
  return bill;
}

/** Processes everything that is due by now. */
export async function processDue(books: Books, customerId: string): Promise<void> {
  for (const subscription of await listObjects(books.db, 'subscription', customerId)) {
    let current: TestSubscription = subscription;
    for (let step = nextStep(current, books.now()); step; step = nextStep(current, books.now())) {
      await takeStep(books, customerId, step);
      current = step.subscription;
    }
  }
}
