import type pg from 'pg';
import { smallNames } from '#server/cards/media/media-names.ts';
import type { Config } from '#server/config/config.ts';
import { holdFiles } from '#server/db/hold-files.ts';
import type { Db } from '#server/db/open.ts';
import { type Bucket, openBucket } from '#server/infra/blobs/bucket.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { MEDIA, WORK_FOLDERS } from '#server/infra/hold/open-stores.ts';
import { bucketPlace } from '#server/infra/hold/pair-places.ts';
import { areOwnFiles, carryId, lastStart } from '#server/infra/hold/paired-files.ts';
import { describeBytes } from '#server/operations/backup/back-up.ts';
import { codeOfUnreadable } from '#server/operations/backup/file-source.ts';
import type { OnProgress } from '#server/operations/backup/progress.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import { slicesOf } from '#shared/formats/slices.ts';
import { checkBucket } from './check-bucket.ts';
import { bucketEnd, diskEnd, type FileEnd } from './file-ends.ts';
import { pageMediaNames } from './page-media-names.ts';

/**
 * `npm run admin -- media-move`: copies files to the bucket or back while Goldleaf runs, and goes on where it was stopped.
 * Once all are there, the id of the database is, too, so that processes may start with them (docs/decisions/383).
 */

/** The order that these words give; null if they give none. */
export function readMoveOrder([name, ...options]: string[]): MoveFilesOrder | null {
  if (name !== 'media-move') return null;
  const isCheck = options.join(' ') === '--check';
  if (options.length === 0 || isCheck) return { to: 's3', isCheck };
  return options.join(' ') === '--to disk' ? { to: 'disk', isCheck } : null;
}

export interface MoveFilesOrder {
  to: 's3' | 'disk';
  /** Only says what is in the bucket and should not be, and the other way round. */
  isCheck: boolean;
}

export interface MoveFilesParts {
  db: Db;
  /** A connection of its own, never through a pooler. */
  direct: pg.Client;
  config: Config;
  onProgress: OnProgress;
}

/** Throws an error with a message for the operator. */
export async function moveFiles(parts: MoveFilesParts, { to, isCheck }: MoveFilesOrder): Promise<string> {
  const { config } = parts;
  if (!config.bucket)
    throw new Error(
      'Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY first. docs/operate.md says how.',
    );
  const bucket = await openBucket(config.bucket);
  try {
    if (isCheck) return await checkOwnBucket(parts, bucket);
    return await moveAll(parts, bucket, to);
  } catch (error) {
    throw error instanceof BucketError ? new Error(error.sentence) : error;
  } finally {
    bucket.close();
  }
}

/** Throws for a bucket of another database: none of its files would be known here, and some might be deleted. */
async function checkOwnBucket(parts: MoveFilesParts, bucket: Bucket): Promise<string> {
  const place = bucketPlace(bucket);
  if (!(await areOwnFiles(parts.db, place)))
    throw new Error(`${place.name} does not have the files of this database, so nothing was compared.`);
  return checkBucket(parts, bucket);
}

async function moveAll(parts: MoveFilesParts, bucket: Bucket, to: MoveFilesOrder['to']): Promise<string> {
  const { db, direct, config } = parts;
  const ends = { disk: diskEnd(config.dataDir), s3: bucketEnd(bucket, db, config.dataDir) };
  const target = ends[to];
  const source = ends[to === 's3' ? 'disk' : 's3'];
  const isSwitched = (await lastStart(db)) === to;
  await requireEnds(db, { source, target, isSwitched });
  // No sweep deletes meanwhile what has just been copied.
  await holdFiles(direct);
  const done = await copyAll(parts, source, target);
  await target.settle();
  await requireWhole(db, done, { source, target, isSwitched });
  await carryId(db, target.place);
  if (isSwitched) await source.place.remove();
  const said = describeMoved(done, { source, target, to, isSwitched });
  // A photo that was deleted between the two passes has been copied by the first.
  return isSwitched && to === 's3' ? `${said}\n${await checkBucket(parts, bucket)}` : said;
}

interface Ends {
  source: FileEnd;
  target: FileEnd;
  /** The process that started last has its files at the target. */
  isSwitched: boolean;
}

/** Throws unless the files at one end are those of this database, and those at the other of no other. */
async function requireEnds(db: Db, { source, target, isSwitched }: Ends): Promise<void> {
  if (!(await isOwnSource(db, source, isSwitched)))
    throw new Error(`${source.place.name} does not have the files of this database, so nothing was copied.`);
  if ((await target.place.read()) !== null && !(await areOwnFiles(db, target.place)))
    throw new Error(`${target.place.name} has the files of another database, so nothing was copied.`);
}

const isOwnSource = async (db: Db, { place }: FileEnd, isSwitched: boolean): Promise<boolean> =>
  (isSwitched && (await place.read()) === null) || (await areOwnFiles(db, place));

/** Throws unless each file was copied or is known to be gone: what is left may come another time. */
async function requireWhole(db: Db, done: Moved, { source, target, isSwitched }: Ends): Promise<void> {
  const { files, photos, copied, lost, unread } = done;
  // Without photos, there may be work alone; those that rows name and neither end has may be on a disk that went.
  const needsPhotos = files > 0 && photos + lost.length > 0;
  const isThere = !needsPhotos || (await source.place.hasFiles());
  if (!isThere || !(await isOwnSource(db, source, isSwitched)))
    throw new Error(
      `The files in ${source.place.name} went while they were copied. Run this again once they are back: it goes on where it was.`,
    );
  if (unread.length > 0)
    throw new Error(
      `${countOf(unread.length, 'file')} in ${source.place.name} cannot be read: ${nameSome(unread)}. All others, ${countOf(files, 'file')}, are in ${target.place.name}, ${copied.toLocaleString('en')} copied now, but no process starts with them yet. Bring the unreadable ones back from a backup, or move them away to go on without them, and run this again.`,
    );
}

interface Moved {
  files: number;
  /** How many of them are photos and videos. */
  photos: number;
  bytes: number;
  copied: number;
  /** Names of files that rows name and neither end has, or only damaged. */
  lost: string[];
  /** Names of files that can't be read, with the reason. */
  unread: string[];
}

const AT_ONCE = 8;

async function copyAll({ db, onProgress }: MoveFilesParts, source: FileEnd, target: FileEnd): Promise<Moved> {
  const done: Moved = { files: 0, photos: 0, bytes: 0, copied: 0, lost: [], unread: [] };
  await target.prepare();
  await source.prepare();
  const noteUnread = (name: string) => (error: NodeJS.ErrnoException) =>
    void done.unread.push(`${name} (${codeOfUnreadable(error)})`);
  const take = async (folder: string, name: string, isNamed: boolean) => {
    const bytes = await source.sizeOf(folder, name);
    const there = await target.sizeOf(folder, name);
    if (bytes === null && there === null && isNamed) done.lost.push(name);
    if (bytes === null) return;
    const taken = bytes === there ? 'copied' : await target.take(source, folder, name);
    if (taken === 'damaged' || (taken === 'gone meanwhile' && isNamed)) done.lost.push(name);
    if (taken !== 'copied') return;
    done.files += 1;
    if (folder === MEDIA) done.photos += 1;
    done.bytes += bytes;
    if (bytes !== there) done.copied += 1;
    onProgress(`${countOf(done.files, 'file')}, ${done.copied.toLocaleString('en')} of them copied`);
  };
  const copy = (folder: string, name: string, isNamed: boolean) =>
    take(folder, name, isNamed).catch(noteUnread(name));
  for await (const names of pageMediaNames(db)) {
    const files = names.flatMap((name) => [
      { name, isNamed: true },
      ...smallNames(name).map((small) => ({ name: small, isNamed: false })),
    ]);
    for (const some of slicesOf(files, AT_ONCE))
      await Promise.all(some.map(({ name, isNamed }) => copy(MEDIA, name, isNamed)));
  }
  for (const folder of WORK_FOLDERS)
    for (const name of await source.list(folder)) await copy(folder, name, false);
  return done;
}

const NAMED = 20;
const nameSome = (names: string[]): string =>
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' …' : ''}`;

function describeMoved(
  { files, bytes, copied, lost }: Moved,
  { source, target, to, isSwitched }: Ends & { to: string },
): string {
  const all = `${countOf(files, 'file')} (${describeBytes(bytes)}) of ${source.place.name} ${files === 1 ? 'is' : 'are'} in ${target.place.name}, ${copied.toLocaleString('en')} copied now.`;
  const next = isSwitched
    ? `That is all. Those in ${source.place.name} are needed no more: delete them once you are content.`
    : `Now set MEDIA_STORE=${to}, restart Goldleaf, and run this again: it brings what came meanwhile.`;
  if (lost.length === 0) return `${all} ${next}`;
  return `${all} ${next}\nBut ${countOf(lost.length, 'file')} that rows name ${lost.length === 1 ? 'is' : 'are'} missing or damaged in ${source.place.name}, as before: ${nameSome(lost)}. A backup may have them.`;
}
