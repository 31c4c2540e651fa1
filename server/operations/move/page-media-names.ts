import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';

const PAGE_NAMES = 1_000;

/** The names of all photos and videos whose files are there, by pages. */
export async function* pageMediaNames(db: Db): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .select({ name: media.name })
      .from(media)
      .where(and(eq(media.isWriting, false), gt(media.name, after)))
      .orderBy(asc(media.name))
      .limit(PAGE_NAMES);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ name }) => name);
    after = last.name;
  }
}
