import { desc, isNull } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { restorations } from '#server/db/schema/operations.ts';
import { keepWaiting } from '#server/infra/queue/waiting-jobs.ts';

/**
 * A restored copy is held: what it would send was most likely sent by the server that it is a copy of. An operator releases
 * it (docs/decisions/369).
 */

/** A backup as it describes itself: the moment it shows, and the release that made it. */
interface Backup {
  takenAt: Date;
  release: string;
}

export type Restoration = typeof restorations.$inferSelect;

/** To be called before anything runs on the restored database: a process looks at its start. */
export async function markRestored(db: Db, { takenAt, release }: Backup): Promise<void> {
  await db.insert(restorations).values({ id: newId(), restoredAt: new Date(), takenAt, release });
  await keepWaiting(db);
}

/** True until every restoration has been released. */
export const isHeld = async (db: Db): Promise<boolean> =>
  (await db.$count(restorations, isNull(restorations.releasedAt))) > 0;

/** The newest, released or not; null if this database is no restored copy. */
export async function lastRestoration(db: Db): Promise<Restoration | null> {
  const [last] = await db.select().from(restorations).orderBy(desc(restorations.restoredAt)).limit(1);
  return last ?? null;
}

export const wasRestored = async (db: Db): Promise<boolean> => (await lastRestoration(db)) !== null;

/** To be called in the transaction that drops what is not to be sent. */
export async function noteRelease(db: Db, at: Date): Promise<void> {
  await db.update(restorations).set({ releasedAt: at }).where(isNull(restorations.releasedAt));
}
