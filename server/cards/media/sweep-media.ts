import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { listOriginals, smallNames } from '#server/cards/media/media-names.ts';
import { isUnowned, releaseIdle } from '#server/cards/media/media-owners.ts';
import type { AppContext } from '#server/context.ts';
import { mayDeleteFiles } from '#server/db/hold-files.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

/**
 * Ends holds on, and deletes, what no card has shown for a day; returns how many files were deleted: none during a backup.
 */
export async function sweepMedia(app: AppContext): Promise<number> {
  await releaseIdle(app);
  let deleted = 0;
  for (;;) {
    const names = await app.db.transaction((tx) => markSome(app, tx));
    const count = names.length > 0 ? await app.db.transaction((tx) => deleteMarked(app, tx, names)) : 0;
    deleted += count;
    if (count < SWEPT_AT_ONCE) return deleted;
  }
}

/** So many that their rows are locked for seconds at most, wherever the files are. */
const SWEPT_AT_ONCE = 100;
const DELETED_AT_ONCE = 10;

const isOver = (now: Date) =>
  or(
    lt(media.touchedAt, dayBefore(now)),
    and(eq(media.isWriting, true), lt(media.touchedAt, new Date(now.getTime() - HOUR_MS))),
  );

/**
 * Marks the next as not there, to be committed before the first file goes: however a sweep ends in the middle, whoever
 * uploads one of them again writes it.
 */
async function markSome(app: AppContext, tx: Db): Promise<string[]> {
  if (!(await mayDeleteFiles(tx))) return [];
  const over = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(isOver(app.now()), isUnowned(tx)))
    .limit(SWEPT_AT_ONCE)
    .for('update', { skipLocked: true });
  const names = over.map(({ name }) => name);
  if (names.length > 0) await tx.update(media).set({ isWriting: true }).where(inArray(media.name, names));
  return names;
}

/** Files go before their rows, which are locked until all are gone: whoever uploads one meanwhile waits. */
async function deleteMarked(app: AppContext, tx: Db, marked: string[]): Promise<number> {
  if (!(await mayDeleteFiles(tx))) return 0;
  const isMarked = and(inArray(media.name, marked), eq(media.isWriting, true), isOver(app.now()));
  const locked = tx.select({ name: media.name }).from(media).where(isMarked);
  const taken = (await locked.for('update', { skipLocked: true })).map(({ name }) => name);
  if (taken.length === 0) return 0;
  // Asked once nobody can take hold of them any more.
  const isFree = and(inArray(media.name, taken), isUnowned(tx));
  const names = (await tx.select({ name: media.name }).from(media).where(isFree)).map(({ name }) => name);
  const files = names.flatMap((name) => [name, ...smallNames(name)]);
  for (let at = 0; at < files.length; at += DELETED_AT_ONCE)
    await allOf(files.slice(at, at + DELETED_AT_ONCE).map((file) => app.blobs.delete(file)));
  for (const file of files) app.smallMedia.invalidate(file);
  if (names.length > 0) await tx.delete(media).where(inArray(media.name, names));
  return names.length;
}

/** Throws what the first throws, but only when none is under way any more: the locks end with it. */
async function allOf(calls: Promise<void>[]): Promise<void> {
  await Promise.allSettled(calls);
  await Promise.all(calls);
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
