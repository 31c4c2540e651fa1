import { and, inArray, lt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { media } from '#server/db/media-schema.ts';
import { originalsOf, smallNames } from '#server/media/media-names.ts';
import { isUnheld, releaseIdle } from '#server/media/media-owners.ts';
import { DAY_MS } from '#shared/time.ts';

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

/** Ends holds on, and deletes, what no card has shown for a day; returns how many files were deleted. */
export async function sweepMedia(app: AppContext): Promise<number> {
  await releaseIdle(app);
  return app.db.transaction(async (tx) => {
    const swept = await tx
      .delete(media)
      .where(and(lt(media.touchedAt, dayBefore(app.now())), isUnheld(tx)))
      .returning({ name: media.name });
    for (const { name } of swept) {
      for (const file of [name, ...smallNames(name)]) {
        await app.blobs.delete(file);
        app.smallMedia.invalidate(file);
      }
    }
    return swept.length;
  });
}

/** Deletes files without a row, which a process killed during an upload leaves behind; returns how many. */
export async function sweepOrphans(app: AppContext): Promise<number> {
  const names = await app.blobs.writtenBefore(dayBefore(app.now()));
  if (names.length === 0) return 0;
  return app.db.transaction(async (tx) => {
    // Uploads wait: one that finds its file already stored must not lose it a moment later.
    await tx.execute(sql`lock table ${media} in share row exclusive mode`);
    const asked = names.flatMap((name) => [name, ...originalsOf(name)]);
    const rows = await tx.select({ name: media.name }).from(media).where(inArray(media.name, asked));
    const known = new Set(rows.map(({ name }) => name));
    const orphans = names.filter((name) => ![name, ...originalsOf(name)].some((one) => known.has(one)));
    for (const name of orphans) await app.blobs.delete(name);
    return orphans.length;
  });
}
