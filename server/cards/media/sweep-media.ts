import { and, lt, sql } from 'drizzle-orm';
import { listOriginals, smallNames } from '#server/cards/media/media-names.ts';
import { isUnowned, releaseIdle } from '#server/cards/media/media-owners.ts';
import type { AppContext } from '#server/context.ts';
import { mayDeleteFiles } from '#server/db/hold-files.ts';
import { media } from '#server/db/schema/cards.ts';
import { DAY_MS } from '#shared/formats/time.ts';

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

/**
 * Ends holds on, and deletes, what no card has shown for a day; returns how many files were deleted: none during a backup.
 */
export async function sweepMedia(app: AppContext): Promise<number> {
  await releaseIdle(app);
  return app.db.transaction(async (tx) => {
    if (!(await mayDeleteFiles(tx))) return 0;
    const swept = await tx
      .delete(media)
      .where(and(lt(media.touchedAt, dayBefore(app.now())), isUnowned(tx)))
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
  let deleted = 0;
  for await (const names of app.blobs.writtenBefore(dayBefore(app.now()))) {
    const rows = await app.db
      .select({ name: media.name })
      .from(media)
      .where(sql`${media.name} = any(${namesOfRows(names)})`);
    const known = new Set(rows.map(({ name }) => name));
    const orphans = names.filter((name) => !listRows(name).some((row) => known.has(row)));
    if (orphans.length > 0) deleted += await deleteOrphans(app, orphans);
  }
  return deleted;
}

/**
 * An upload that finds its file already stored must not lose it a moment later. So each name is taken as an upload takes
 * it, by its row, until its file is gone: uploads of these few wait, and what was uploaded meanwhile is spared.
 */
const deleteOrphans = (app: AppContext, names: string[]): Promise<number> =>
  app.db.transaction(async (tx) => {
    if (!(await mayDeleteFiles(tx))) return 0;
    const { rows } = await tx.execute<{ name: string }>(sql`
      insert into ${media} (name, kind, type, bytes)
      select name, 'image', '', 0 from unnest(${namesOfRows(names)}) as names (name)
      on conflict do nothing returning name`);
    const taken = new Set(rows.map(({ name }) => name));
    const orphans = names.filter((name) => listRows(name).every((row) => taken.has(row)));
    for (const name of orphans) await app.blobs.delete(name);
    await tx.execute(sql`delete from ${media} where name = any(${sql.param([...taken])}::text[])`);
    return orphans.length;
  });

/** The rows that a file may belong to: those of the pictures it may have been made from, or its own. */
function listRows(name: string): string[] {
  const originals = listOriginals(name);
  return originals.length > 0 ? originals : [name];
}

/** In one parameter, since a statement takes no more than 65,535; sorted, so that two sweeps cannot deadlock. */
const namesOfRows = (names: string[]) =>
  sql`${sql.param([...new Set(names.flatMap(listRows))].sort())}::text[]`;
