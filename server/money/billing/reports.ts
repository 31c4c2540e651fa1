import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { billingReports } from '#server/db/schema/money.ts';
import { moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { comparison } from '#shared/operations/health.ts';

/** A customer of the provider whose account does not exist, and when comparisons saw that. */
const orphan = z.object({
  customerId: z.string(),
  userId: z.string(),
  firstSeenAt: moment,
  lastSeenAt: moment,
});
export type Orphan = z.output<typeof orphan>;

/** The memory of the provider as a whole, and of the last backup: one report of each kind, the latest. */

const SCHEMAS = {
  /** How tax is said, as the price at the provider last had it. */
  price: z.object({ taxBehavior: z.string().nullable() }),
  /** The last event that was signed. */
  event: z.object({ isLive: z.boolean().nullable(), apiVersion: z.string().nullable() }),
  /** The last comparison with the provider. */
  comparison,
  /** Customers whose account the last comparisons did not find. */
  orphans: z.array(orphan),
  /** The last backup that was complete, and its size. */
  backup: z.object({ bytes: z.number().int().nonnegative() }),
};
type Kind = keyof typeof SCHEMAS;
type Report<K extends Kind> = z.output<(typeof SCHEMAS)[K]>;

export async function readReport<K extends Kind>(
  db: Db,
  kind: K,
): Promise<{ at: Date; data: Report<K> } | null> {
  const [row] = await db.select().from(billingReports).where(eq(billingReports.kind, kind));
  // The schema of this kind gives the type of this kind, which TypeScript cannot see through the table.
  return row ? { at: row.at, data: SCHEMAS[kind].parse(row.data) as Report<K> } : null;
}

/** Writes a report, unless it says the same as one of the last hour: events arrive many times a second. */
export async function writeReport<K extends Kind>(db: Db, kind: K, data: Report<K>, at: Date): Promise<void> {
  await db
    .insert(billingReports)
    .values({ kind, data, at })
    .onConflictDoUpdate({
      target: billingReports.kind,
      set: { data, at },
      setWhere: sql`${billingReports.data} is distinct from excluded.data
        or ${billingReports.at} < excluded.at - interval '1 hour'`,
    });
}
