import { sql } from 'drizzle-orm';
import { listOriginals } from '#server/cards/media/media-names.ts';
import type { Db } from '#server/db/open.ts';
import type { Bucket } from '#server/infra/blobs/bucket.ts';
import { MEDIA, WORK_FOLDERS } from '#server/infra/hold/open-stores.ts';
import type { OnProgress } from '#server/operations/backup/progress.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import { pageMediaNames } from './page-media-names.ts';

/** `media-move --check`: compares the bucket with the rows, by one list of it. */

export async function checkBucket(
  { db, onProgress }: { db: Db; onProgress: OnProgress },
  bucket: Bucket,
): Promise<string> {
  const listed = new Set<string>();
  const unknown: string[] = [];
  for (const folder of [MEDIA, ...WORK_FOLDERS])
    for await (const page of bucket.list(`${folder}/`)) {
      const names = page.map(({ key }) => key.slice(folder.length + 1));
      const known = await (folder === MEDIA ? knownMedia(db, names) : knownWork(db, folder, names));
      for (const name of names) {
        listed.add(`${folder}/${name}`);
        if (!known(name)) unknown.push(`${folder}/${name}`);
      }
      onProgress(countOf(listed.size, 'object'));
    }
  const missing: string[] = [];
  for await (const names of pageMediaNames(db))
    for (const name of names) {
      const key = `${MEDIA}/${name}`;
      // It may have been uploaded after the list was made.
      if (!listed.has(key) && (await bucket.sizeOf(key)) === null) missing.push(name);
    }
  return [
    `The ${bucket.name} has ${countOf(listed.size, 'object')}.`,
    describeList(unknown, 'that no row knows', 'Delete them there if no upload is under way.'),
    describeList(missing, 'that rows name and it lacks', 'Run media-move, or bring them back from a backup.'),
  ].join('\n');
}

const describeList = (names: string[], which: string, advice: string) =>
  names.length === 0
    ? `None ${which}.`
    : [`${countOf(names.length, 'file')} ${which}. ${advice}`, ...names].join('\n  ');

async function knownMedia(db: Db, names: string[]) {
  const rowsOf = (name: string) => (listOriginals(name).length > 0 ? listOriginals(name) : [name]);
  const asked = [...new Set(names.flatMap(rowsOf))];
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from media where name = any(${sql.param(asked)}::text[])`,
  );
  const found = new Set(rows.map(({ name }) => name));
  return (name: string) => rowsOf(name).some((row) => found.has(row));
}

async function knownWork(db: Db, folder: string, names: string[]) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from kept_files where folder = ${folder} and name = any(${sql.param(names)}::text[])`,
  );
  const found = new Set(rows.map(({ name }) => name));
  return (name: string) => found.has(name);
}
