import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { testProviderObjects } from '#server/db/schema/money.ts';
import type { TestCustomer, TestInvoice, TestPortal, TestSession, TestSubscription } from './test-objects.ts';

/**
 * The test provider's ledger: objects by id in one table, written under a lock on their customer. Every release writes
 * them in this form, so that two of them can run beside each other (docs/decisions/351).
 */

interface Kinds {
  customer: TestCustomer;
  session: TestSession;
  portal: TestPortal;
  subscription: TestSubscription;
  invoice: TestInvoice;
  event: Record<string, unknown>;
}
export type LedgerKind = keyof Kinds;
/** An object with its id and the customer it belongs to. */
export type Entry<K extends LedgerKind> = Kinds[K] & { id: string; customer: string };

/** Objects by id. */
export interface Ledger {
  now(): Date;
  find<K extends LedgerKind>(kind: K, id: string): Promise<Entry<K> | null>;
  /** All of a customer's objects of one kind, latest first. */
  list<K extends LedgerKind>(kind: K, customer: string): Promise<Entry<K>[]>;
  /** A page of customers that were not deleted, by id. */
  listCustomers(after: string, limit: number): Promise<Entry<'customer'>[]>;
  /** Writes an object, new or changed. */
  put<K extends LedgerKind>(kind: K, id: string, customer: string, data: Kinds[K]): Promise<void>;
  /** Runs `change` with a lock on a customer's objects. */
  withCustomer<T>(customer: string, change: (inside: Ledger) => Promise<T>): Promise<T>;
  /** Sends an event that was written to the webhook. */
  deliver(eventId: string): Promise<void>;
}

/** The ledger's parts of the app: the rest does not exist yet while the app is being created. */
export type Books = Pick<AppContext, 'db' | 'queue' | 'now'>;

/** The ledger in the database. */
export function openLedger(books: Books): Ledger {
  const { db, queue, now } = books;
  // The kind of a row names the type of its data, which TypeScript cannot see through the table.
  const toEntry = <K extends LedgerKind>({ id, customerId, data }: typeof testProviderObjects.$inferSelect) =>
    ({ ...(data as Kinds[K]), id, customer: customerId }) as Entry<K>;
  const isOf = (kind: LedgerKind) => eq(testProviderObjects.kind, kind);
  return {
    now,
    async find<K extends LedgerKind>(kind: K, id: string) {
      const isIt = and(eq(testProviderObjects.id, id), isOf(kind));
      const [row] = await db.select().from(testProviderObjects).where(isIt);
      return row ? toEntry<K>(row) : null;
    },
    async list<K extends LedgerKind>(kind: K, customer: string) {
      const rows = await db
        .select()
        .from(testProviderObjects)
        .where(and(eq(testProviderObjects.customerId, customer), isOf(kind)))
        .orderBy(desc(testProviderObjects.createdAt), asc(testProviderObjects.id));
      return rows.map((row) => toEntry<K>(row));
    },
    async listCustomers(after, limit) {
      const isThere = sql`not coalesce((data ->> 'isDeleted')::boolean, false)`;
      const rows = await db
        .select()
        .from(testProviderObjects)
        .where(and(isOf('customer'), gt(testProviderObjects.id, after), isThere))
        .orderBy(asc(testProviderObjects.id))
        .limit(limit);
      return rows.map((row) => toEntry<'customer'>(row));
    },
    async put(kind, id, customerId, data) {
      await db
        .insert(testProviderObjects)
        .values({ id, kind, customerId, data, createdAt: now() })
        .onConflictDoUpdate({ target: testProviderObjects.id, set: { data } });
    },
    withCustomer: (customer, change) =>
      db.transaction(async (tx) => {
        await tx.select().from(testProviderObjects).where(eq(testProviderObjects.id, customer)).for('update');
        return change(openLedger({ ...books, db: tx }));
      }),
    deliver: async (eventId) => void (await queue.send(db, 'billing-test-event', { eventId })),
  };
}
