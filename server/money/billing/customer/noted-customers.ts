import { and, eq, inArray } from 'drizzle-orm';
import { isExisting } from '#server/access/visibility.ts';
import type { Db } from '#server/db/open.ts';
import { billingEndings, notedCustomers } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { accountId } from '#shared/accounts/ids.ts';
import type { BillingParts } from '../sync.ts';

/**
 * Customers of the provider that a restored backup does not know: an operator has seen them at the release, and no one else
 * ends them (docs/decisions/369).
 */

interface UnknownCustomer {
  customerId: string;
  userId: string | null;
}

/** Ours at the provider whose accounts do not exist here, and whose end was not promised. */
export async function findUnknownCustomers({ db, billing }: BillingParts): Promise<UnknownCustomer[]> {
  const unknown: UnknownCustomer[] = [];
  for (let after: string | null = null, isMore = true; isMore; ) {
    const page = await billing.listCustomers(after);
    const ids = page.customers.map(({ id }) => id);
    const owners = page.customers.flatMap(({ userId }) => (userId ? [accountId.parse(userId)] : []));
    const accounts = await db
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, owners), isExisting()));
    const promised = await db.select().from(billingEndings).where(inArray(billingEndings.customerId, ids));
    const known = new Set<string>([
      ...accounts.map(({ id }) => id),
      ...promised.map((one) => one.customerId),
    ]);
    for (const { id, userId, isForeign } of page.customers) {
      if (!userId || isForeign || known.has(userId) || known.has(id)) continue;
      // Another product at the same provider may also note a `userId` with its customers.
      if (isForeign === false || (await billing.hasBought(id))) unknown.push({ customerId: id, userId });
    }
    after = page.next;
    isMore = after !== null;
  }
  return unknown;
}

/** Has the nightly comparison leave them alone from now on. */
export async function noteCustomers(db: Db, customers: readonly UnknownCustomer[], at: Date): Promise<void> {
  const AT_ONCE = 1_000;
  for (let from = 0; from < customers.length; from += AT_ONCE) {
    const rows = customers
      .slice(from, from + AT_ONCE)
      .map(({ customerId, userId }) => ({ customerId, userId: userId ?? 'unknown', notedAt: at }));
    await db.insert(notedCustomers).values(rows).onConflictDoNothing();
  }
}

/** Those that no operator has seen at a release. */
export async function withoutNoted<One extends { customerId: string }>(
  db: Db,
  customers: readonly One[],
): Promise<One[]> {
  const ids = customers.map(({ customerId }) => customerId);
  const rows = await db.select().from(notedCustomers).where(inArray(notedCustomers.customerId, ids));
  const noted = new Set(rows.map(({ customerId }) => customerId));
  return customers.filter(({ customerId }) => !noted.has(customerId));
}

/** An operator has it ended after all. */
export async function forgetNoted(db: Db, customerId: string): Promise<void> {
  await db.delete(notedCustomers).where(eq(notedCustomers.customerId, customerId));
}
