import type pg from 'pg';
import { smallNames } from '#server/cards/media/media-names.ts';
import { MEDIA, WORK_FOLDERS } from '#server/infra/hold/open-stores.ts';
import type { FileSource } from './file-source.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The files, in DATA_DIR or in a bucket, that cannot be made again: pictures and videos, the archives of deleted accounts, and the
 * uploads of imports under way. Mails that no mail server was there for (`outbox`) were sent; the database is in tables.
 */

/** First those that are deleted when their work is done: what is listed is read a moment after the snapshot. */
export const FILE_FOLDERS: readonly string[] = [...WORK_FOLDERS, MEDIA];

/** A name that a blob has once it is complete. */
export const COMPLETE = /^[A-Za-z0-9-]+\.[a-z0-9]+$/;
const NAMES_AT_ONCE = 1_000;

/** A file to copy. */
export interface StoredFile {
  folder: string;
  name: string;
  /** A row of the snapshot says that it is there. */
  isNamed: boolean;
}

/** Files whose work may end at any moment, to be read at once. */
export async function* listWorkFiles({ listWork }: FileSource): AsyncGenerator<StoredFile> {
  for (const folder of WORK_FOLDERS)
    for (const name of await listWork(folder))
      if (COMPLETE.test(name)) yield { folder, name, isNamed: false };
}

/** The pictures and videos that the snapshot names, and the small widths of pictures. */
export async function* listMediaFiles({ client }: Pick<Snapshot, 'client'>): AsyncGenerator<StoredFile> {
  for await (const name of listNames(client)) {
    yield { folder: MEDIA, name, isNamed: true };
    for (const small of smallNames(name)) yield { folder: MEDIA, name: small, isNamed: false };
  }
}

/**
 * Also of a database that knows no files that are being written. What somebody owns is there however its row is marked: a
 * release that knew no marks may have uploaded it.
 */
const NAMES_CURSOR = `declare names cursor for select name from media
  where not coalesce((to_jsonb(media) ->> 'is_writing')::boolean, false)
    or exists (select from media_owners where media_owners.media_name = media.name) order by name`;

async function* listNames(client: pg.Client): AsyncGenerator<string> {
  await client.query(NAMES_CURSOR);
  for (;;) {
    const { rows } = await client.query<{ name: string }>(`fetch ${NAMES_AT_ONCE} from names`);
    for (const { name } of rows) yield name;
    if (rows.length === 0) break;
  }
  await client.query('close names');
}
