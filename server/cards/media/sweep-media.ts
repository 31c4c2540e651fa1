import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { listOriginals, smallNames, typeOfName } from '#server/cards/media/media-names.ts';
import { isUnowned, isWhole, releaseIdle } from '#server/cards/media/media-owners.ts';
import type { AppContext } from '#server/context.ts';
import { mayDeleteFiles } from '#server/db/hold-files.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { slicesOf } from '#shared/formats/slices.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

/**
 * Ends holds on, and deletes, what no card has shown for a day; returns how many files were deleted: none during a backup. Once
 * `stopping` is aborted, it ends after those few that it is at. A photo that could not be deleted fails it at its end.
 */
export async function sweepMedia(app: AppContext, stopping?: AbortSignal): Promise<number> {
  await releaseIdle(app, stopping);
  const run: Run = { stopping, deleted: 0, unansweredInRow: 0, error: null };
  for await (const names of listOver(app))
    for (const some of slicesOf(names, SWEPT_AT_ONCE)) {
      if (stopping?.aborted || isAway(run)) return endOf(run);
      await sweepSome(app, some, run);
    }
  return endOf(run);
}

interface Run {
  stopping: AbortSignal | undefined;
  deleted: number;
  /** Photos without an answer since the last one with one. */
  unansweredInRow: number;
  /** Why the first photo could not be deleted. */
  error: unknown;
}

/** Photos that cannot be deleted do not keep others; a store that answers nothing is not asked on. */
const isAway = ({ unansweredInRow }: Run) => unansweredInRow >= DELETED_AT_ONCE;

function endOf({ deleted, error }: Run): number {
  if (error) throw error;
  return deleted;
}

/** So many that their rows are locked for seconds at most, wherever the files are. */
const SWEPT_AT_ONCE = 100;
/** A photo has three files. */
const DELETED_AT_ONCE = 4;
const LOOKED_AT = 1_000;
/** A claim is good for so long; nothing more is begun a minute before: a call to the bucket takes 40 seconds at most. */
const CLAIM_SECONDS = 300;
const BEGIN_MS = (CLAIM_SECONDS - 60) * 1_000;

/** True as long as another file may be begun. */
function untilClaimEnds(stopping: AbortSignal | undefined): () => boolean {
  const until = performance.now() + BEGIN_MS;
  return () => performance.now() < until && !stopping?.aborted;
}

const isOver = (now: Date) =>
  or(
    lt(media.touchedAt, dayBefore(now)),
    and(eq(media.isWriting, true), lt(media.touchedAt, new Date(now.getTime() - HOUR_MS))),
  );

/** Names of files that may go, by pages of the table: each row is looked at once, most of which are in use. */
async function* listOver(app: AppContext): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const page = app.db
      .select({ name: media.name })
      .from(media)
      .where(gt(media.name, after))
      .orderBy(asc(media.name))
      .limit(LOOKED_AT);
    const { rows } = await app.db.execute<{ last: string | null; names: string[] | null }>(sql`
      with page as materialized (${page})
      select (select max(name) from page) as last, array(
        select name from ${media} where name in (select name from page) and ${isOver(app.now())} and ${isUnowned(app.db)}
        order by name) as names`);
    const { last, names } = rows[0] ?? {};
    if (!last) return;
    yield names ?? [];
    after = last;
  }
}

/** A row that a sweep marked, as it was before. */
interface Claimed {
  name: string;
  isWriting: boolean;
  isWhole: boolean;
  /** The end of the claim. */
  until: string;
}

/** The claim outlives the connection that holds the locks, so an upload of one of these waits while any call is under way. */
async function sweepSome(app: AppContext, names: string[], run: Run): Promise<void> {
  const mayBegin = untilClaimEnds(run.stopping);
  const claimed = await app.db.transaction((tx) => claimSome(app, tx, names));
  if (claimed.length === 0) return;
  const calls: Calls = { begun: new Set(), open: new Set() };
  let gone: string[] = [];
  try {
    gone = await app.db.transaction((tx) => deleteClaimed(app, tx, claimed, { run, calls, mayBegin }));
    run.deleted += gone.length;
  } finally {
    const notOurs = new Set([...gone, ...calls.open]);
    await giveUp(
      app,
      claimed.filter(({ name }) => !notOurs.has(name)),
      calls.begun,
    );
  }
}

/** Names of photos by the calls that delete their files. */
interface Calls {
  begun: Set<string>;
  /** Not answered: they may be carried out yet. */
  open: Set<string>;
}

/**
 * Marks them as not there, to be committed before the first file goes: however a sweep ends in the middle, whoever uploads
 * one of them again writes it.
 */
async function claimSome(app: AppContext, tx: Db, names: string[]): Promise<Claimed[]> {
  if (!(await mayDeleteFiles(tx))) return [];
  const isFree = or(isNull(media.deletingUntil), lt(media.deletingUntil, sql`now()`));
  const claimed = await tx
    .select({
      name: media.name,
      isWriting: media.isWriting,
      isWhole: sql<boolean>`${isWhole}`,
      until: sql<string>`(${claimEnd})::timestamptz(3)::text`,
    })
    .from(media)
    .where(and(isAmong(names), isOver(app.now()), isFree, isUnowned(tx)))
    .for('update', { skipLocked: true });
  if (claimed.length > 0)
    await tx
      .update(media)
      .set({ isWriting: true, deletingUntil: claimEnd })
      .where(isAmong(namesOf(claimed)));
  return claimed;
}

/** Leaves what was not begun as it was: nothing could show it otherwise. */
async function giveUp({ db }: AppContext, claimed: Claimed[], begun: Set<string>): Promise<void> {
  if (claimed.length === 0) return;
  const among = (rows: Claimed[]) => isAmong(namesOf(rows));
  const writing = claimed.filter(({ name, isWriting }) => isWriting || begun.has(name));
  const missing = claimed.filter(({ name, isWhole }) => !isWhole || begun.has(name));
  await db
    .update(media)
    .set({ isWriting: among(writing), deletingUntil: sql`case when ${among(missing)} then now() end` })
    // Unless the claim ended by itself, and the next began.
    .where(
      and(among(claimed), eq(media.isWriting, true), sql`${media.deletingUntil} = ${claimed[0]?.until}`),
    );
}

/** In one parameter, since a statement takes no more than 65,535. */
const isAmong = (names: string[]) => sql<boolean>`${media.name} = any(${sql.param(names)}::text[])`;

const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

const claimEnd = sql`now() + ${CLAIM_SECONDS} * interval '1 second'`;

/**
 * Files go before their rows, which are locked until all are gone: whoever uploads one meanwhile waits. Resolves to the names
 * of what is gone.
 */
async function deleteClaimed(
  app: AppContext,
  tx: Db,
  claimed: Claimed[],
  { run, calls, mayBegin }: { run: Run; calls: Calls; mayBegin: () => boolean },
): Promise<string[]> {
  if (!(await mayDeleteFiles(tx))) return [];
  const isClaimed = and(isAmong(namesOf(claimed)), eq(media.isWriting, true), isOver(app.now()));
  const locked = tx.select({ name: media.name }).from(media).where(isClaimed);
  const taken = namesOf(await locked.for('update', { skipLocked: true }));
  if (taken.length === 0) return [];
  // Asked once nobody can take hold of them any more.
  const isFree = and(isAmong(taken), isUnowned(tx));
  const names = namesOf(await tx.select({ name: media.name }).from(media).where(isFree));
  const gone: string[] = [];
  for (const some of slicesOf(names, DELETED_AT_ONCE)) {
    if (!mayBegin() || isAway(run)) break;
    for (const name of some) calls.begun.add(name);
    const failures = await Promise.all(some.map((name) => deleteFiles(app, name)));
    for (const [at, name] of some.entries()) {
      const errors = failures[at] ?? [];
      const isOpen = errors.some(isUnanswered);
      if (isOpen) calls.open.add(name);
      if (errors.length === 0) gone.push(name);
      run.unansweredInRow = isOpen ? run.unansweredInRow + 1 : 0;
      run.error ??= errors[0];
    }
  }
  if (gone.length > 0) await tx.delete(media).where(isAmong(gone));
  return gone;
}

const isUnanswered = (error: unknown) => error instanceof BucketError && !error.isRefusal;

/** Resolves to what went wrong, once no call is under way any more. */
async function deleteFiles({ blobs, smallMedia }: AppContext, name: string): Promise<unknown[]> {
  const files = [name, ...smallNames(name)];
  const calls = await Promise.allSettled(files.map((file) => blobs.delete(file)));
  for (const file of files) smallMedia.invalidate(file);
  return calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
}

/** Deletes files without a row, which a process killed during an upload leaves behind; returns how many. */
export async function sweepOrphans(app: AppContext, stopping?: AbortSignal): Promise<number> {
  let deleted = 0;
  for await (const names of app.blobs.writtenBefore(dayBefore(app.now()))) {
    if (stopping?.aborted) break;
    const temporary = names.filter((name) => name.startsWith('.'));
    for (const name of temporary) await app.blobs.delete(name);
    const ours = names.filter(typeOfName);
    const rows = await app.db
      .select({ name: media.name })
      .from(media)
      .where(isAmong(listRowsOf(ours)));
    const known = new Set(rows.map(({ name }) => name));
    const orphans = ours.filter((name) => !listRows(name).some((row) => known.has(row)));
    deleted += temporary.length + (orphans.length > 0 ? await deleteOrphans(app, orphans, stopping) : 0);
  }
  return deleted;
}

/**
 * An upload that finds its file already stored must not lose it a moment later. So each name is claimed by a row of its own
 * until its file is gone: uploads of these few wait, and what was uploaded meanwhile is spared.
 */
function deleteOrphans(app: AppContext, names: string[], stopping?: AbortSignal): Promise<number> {
  const mayBegin = untilClaimEnds(stopping);
  return app.db.transaction(async (tx) => {
    if (!(await mayDeleteFiles(tx))) return 0;
    // Committed, so that it outlives this connection.
    const added = await app.db.execute<{ name: string }>(sql`
      insert into ${media} (name, kind, type, bytes, is_writing, deleting_until, touched_at)
      select name, 'image', '', 0, true, ${claimEnd}, ${dayBefore(app.now())}
      from unnest(${sql.param(listRowsOf(names))}::text[]) as names (name)
      on conflict do nothing returning name`);
    const locked = await tx.execute<{ name: string }>(sql`
      select name from ${media} where ${isAmong(namesOf(added.rows))} and is_writing and deleting_until > now()
      for update skip locked`);
    const taken = new Set(namesOf(locked.rows));
    const orphans = names.filter((name) => listRows(name).every((row) => taken.has(row)));
    let deleted = 0;
    for (; deleted < orphans.length && mayBegin(); deleted += 1)
      await app.blobs.delete(orphans[deleted] ?? '');
    // Rows that could not be locked are left for the other sweep.
    await tx.delete(media).where(isAmong([...taken]));
    return deleted;
  });
}

/** The rows that a file may belong to: those of the pictures it may have been made from, or its own. */
function listRows(name: string): string[] {
  const originals = listOriginals(name);
  return originals.length > 0 ? originals : [name];
}

/** Sorted, so that two sweeps cannot deadlock. */
const listRowsOf = (names: string[]): string[] => [...new Set(names.flatMap(listRows))].sort();
