import { and, asc, eq, exists, gt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { media, mediaOwners } from '#server/db/schema/cards.ts';

const PAGE_NAMES = 1_000;

/**
 * The names of all photos and videos whose files are there, by pages. An owned one is there however its row is marked: a
 * release that knew no marks may have uploaded it.
 */
export async function* pageMediaNames(db: Db): AsyncGenerator<string[]> {
  const owners = db.select({ one: sql`1` }).from(mediaOwners);
  const isOwned = exists(owners.where(eq(mediaOwners.mediaName, media.name)));
  for (let after = ''; ; ) {
    const rows = await db
      .select({ name: media.name })
      .from(media)
      .where(and(or(eq(media.isWriting, false), isOwned), gt(media.name, after)))
      .orderBy(asc(media.name))
      .limit(PAGE_NAMES);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ name }) => name);
    after = last.name;
  }
}
