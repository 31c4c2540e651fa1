import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { smallNames } from '#server/cards/media/media-names.ts';
import { MEDIA, WORK_FOLDERS } from '#server/infra/hold/open-stores.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The files below DATA_DIR that cannot be made again: pictures and videos, the archives of deleted accounts, and the
 * uploads of imports under way. Mails that no mail server was there for (`outbox`) were sent; the database is in tables.
 */

/** First those that are deleted when their work is done: what is listed is read a moment after the snapshot. */
export const FILE_FOLDERS: readonly string[] = [...WORK_FOLDERS, MEDIA];

/** A name that a blob has once it is complete. */
const COMPLETE = /^[A-Za-z0-9-]+\.[a-z0-9]+$/;
const NAMES_AT_ONCE = 1_000;

/** A file to copy. */
export interface StoredFile {
  folder: string;
  name: string;
  /** A row of the snapshot says that it is there. */
  isNamed: boolean;
}

/** Files whose work may end at any moment, to be read at once. */
export async function* listWorkFiles(dataDir: string): AsyncGenerator<StoredFile> {
  for (const folder of WORK_FOLDERS) {
    const names = await fs.readdir(path.join(dataDir, folder)).catch(ignoreMissing);
    for (const name of names ?? []) if (COMPLETE.test(name)) yield { folder, name, isNamed: false };
  }
}

/** The pictures and videos that the snapshot names, and the small widths of pictures. */
export async function* listMediaFiles({ client }: Pick<Snapshot, 'client'>): AsyncGenerator<StoredFile> {
  for await (const name of listNames(client)) {
    yield { folder: MEDIA, name, isNamed: true };
    for (const small of smallNames(name)) yield { folder: MEDIA, name: small, isNamed: false };
  }
}

async function* listNames(client: pg.Client): AsyncGenerator<string> {
  await client.query('declare names cursor for select name from media order by name');
  for (;;) {
    const { rows } = await client.query<{ name: string }>(`fetch ${NAMES_AT_ONCE} from names`);
    for (const { name } of rows) yield name;
    if (rows.length === 0) break;
  }
  await client.query('close names');
}

/** Null for a file or folder that is not there. */
export function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
