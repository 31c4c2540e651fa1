import { isNull } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { restorations } from '#server/db/schema/operations.ts';

/**
 * A restored copy is held: what it would send was most likely sent by the server that it is a copy of. An operator releases
 * it (docs/decisions/369).
 */

/** What a backup says of itself: the moment it shows, and the release that made it. */
interface Backup {
  takenAt: Date;
  release: string;
}

/** To be called before anything runs on the restored database: a process looks at its start. */
export async function markRestored(db: Db, { takenAt, release }: Backup): Promise<void> {
  await db.insert(restorations).values({ id: newId(), restoredAt: new Date(), takenAt, release });
}

/** True until every restoration has been released. */
export const isHeld = async (db: Db): Promise<boolean> =>
  (await db.$count(restorations, isNull(restorations.releasedAt))) > 0;
