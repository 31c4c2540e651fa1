import { and, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { cardMedia, media } from '#server/db/schema.ts';
import { originalsOf, smallNames } from '#server/media/media-names.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

/** Deletes what no card has shown for a day; answers how many files went. */
export async function sweepMedia(app: App): Promise<number> {
  const isUnused = notExists(
    app.db.select({ one: sql`1` }).from(cardMedia).where(sql`${cardMedia.mediaName} = ${media.name}`),
  );
  return app.db.transaction(async (tx) => {
    const swept = await tx
      .delete(media)
      .where(and(lt(media.touchedAt, dayBefore(app.now())), isUnused))
      .returning({ name: media.name });
    for (const { name } of swept) {
      for (const file of [name, ...smallNames(name)]) await app.blobs.delete(file);
    }
    return swept.length;
  });
}

/** Deletes files that no row names, as a process killed in an upload leaves them; answers how many went. */
export async function sweepOrphans(app: App): Promise<number> {
  const names = await app.blobs.writtenBefore(dayBefore(app.now()));
  if (names.length === 0) return 0;
  return app.db.transaction(async (tx) => {
    // Uploads wait: one that finds its file here already must not lose it a moment later.
    await tx.execute(sql`lock table ${media} in share row exclusive mode`);
    const asked = names.flatMap((name) => [name, ...originalsOf(name)]);
    const rows = await tx.select({ name: media.name }).from(media).where(inArray(media.name, asked));
    const known = new Set(rows.map(({ name }) => name));
    const orphans = names.filter((name) => ![name, ...originalsOf(name)].some((one) => known.has(one)));
    for (const name of orphans) await app.blobs.delete(name);
    return orphans.length;
  });
}
