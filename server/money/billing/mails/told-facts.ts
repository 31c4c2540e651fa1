import { and, eq, ne, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { billingNotices } from '#server/db/schema/money.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/**
 * Records that a user is told a fact, and returns whether it is news: not what was said last of this kind. In the
 * transaction of `db`, together with the mail: so each fact is said once, whatever is repeated, reordered or killed.
 */
export async function isNews(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: AccountId,
  kind: string,
  fact: string,
): Promise<boolean> {
  const rows = await db
    .insert(billingNotices)
    .values({ userId, kind, fact, saidAt: now() })
    .onConflictDoUpdate({
      target: [billingNotices.userId, billingNotices.kind],
      set: { fact, saidAt: now() },
      setWhere: ne(billingNotices.fact, sql`excluded.fact`),
    })
    .returning({ kind: billingNotices.kind });
  return rows.length > 0;
}

/** The fact that was said last of a kind, or null. */
export async function lastSaid(db: Db, userId: AccountId, kind: string): Promise<string | null> {
  const [row] = await db
    .select({ fact: billingNotices.fact })
    .from(billingNotices)
    .where(and(whereCan(systemFor(userId), 'see', 'billingNotice'), eq(billingNotices.kind, kind)));
  return row?.fact ?? null;
}
