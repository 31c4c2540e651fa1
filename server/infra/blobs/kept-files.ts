import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { keptFiles } from '#server/db/schema/operations.ts';
import { slicesOf } from '#shared/formats/slices.ts';

/**
 * The objects of a folder, in rows: each is committed before its object and goes after it, so that leftovers of a killed
 * process are found without a list of the bucket.
 */
export interface KeptFiles {
  /** `writtenAt` is now, unless its work began before. */
  note(name: string, writtenAt?: Date): Promise<void>;
  forget(name: string): Promise<void>;
  /** Names noted before that moment, by pages. */
  listBefore(moment: Date): AsyncIterable<string[]>;
}

const PAGE_NAMES = 500;

export function createKeptFiles(db: Db, folder: string): KeptFiles {
  return {
    async note(name, writtenAt = new Date()) {
      await db
        .insert(keptFiles)
        .values({ folder, name, writtenAt })
        .onConflictDoUpdate({ target: [keptFiles.folder, keptFiles.name], set: { writtenAt } });
    },
    async forget(name) {
      await db.delete(keptFiles).where(and(eq(keptFiles.folder, folder), eq(keptFiles.name, name)));
    },
    async *listBefore(moment) {
      const rows = await db
        .select({ name: keptFiles.name })
        .from(keptFiles)
        .where(and(eq(keptFiles.folder, folder), lt(keptFiles.writtenAt, moment)))
        .orderBy(keptFiles.name);
      for (const page of slicesOf(rows, PAGE_NAMES)) yield page.map(({ name }) => name);
    },
  };
}
