import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import tar from 'tar-stream';
import { listMigrationTimes } from '#server/db/migrate.ts';
import {
  ABOUT,
  BACKUP_FORMAT,
  type BackupAbout,
  type BackupManifest,
  BackupRefusal,
  backupAbout,
  MANIFEST,
} from './format.ts';
import { readSigned } from './sign-manifest.ts';

/** An entry of a backup and its bytes, which must all be read. */
export interface BackupEntry {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const NO_BACKUP = 'This is no backup of Goldleaf. If it is encrypted, decrypt it first.';
const CUT = 'The backup is cut: its end is missing. Get the whole file, then try again.';
const changed = (name: string) =>
  new BackupRefusal(`The backup was changed: ${name} is not what was saved. Use another copy of it.`);

/**
 * Reads a backup from its first byte to its last, gives each entry of rows or of a file to `onEntry` in order, and compares
 * its sum with what was saved. Throws a `BackupRefusal` if anything is wrong with it, or if this release is older.
 */
export async function readBackup(
  source: Readable,
  onEntry: (entry: BackupEntry) => Promise<void>,
): Promise<BackupManifest> {
  const extract = tar.extract();
  // Entries hear of an error, and so does who waits for the next one.
  source.on('error', (error) => extract.destroy(error));
  source.pipe(extract);
  const check = createCheck();
  try {
    for await (const entry of extract) {
      const { name } = entry.header;
      if (check.manifest) throw changed(MANIFEST);
      if (!check.about && name !== ABOUT) throw new BackupRefusal(NO_BACKUP);
      const hash = createHash('sha256');
      const bytes = hashing(entry as AsyncIterable<Buffer>, hash);
      if (name === ABOUT || name === MANIFEST || name.startsWith('sums/')) {
        const text = await readText(bytes, name);
        check.take(name, text, hash.digest('hex'));
      } else {
        await onEntry({ name, bytes });
        check.note(name, hash.digest('hex'));
      }
    }
  } catch (error) {
    throw explainTar(error, check.about !== null);
  } finally {
    source.destroy();
  }
  if (!check.manifest) throw new BackupRefusal(check.about ? CUT : NO_BACKUP);
  return check.manifest;
}

/** The order of entries, and whether each is as it was saved. */
function createCheck() {
  let read: BackupAbout | null = null;
  let manifest: BackupManifest | null = null;
  /** The sums of the entries since the last list. */
  const unlisted = new Map<string, string>();
  const lists: string[] = [];
  const takeList = (name: string, text: string, sum: string) => {
    for (const line of text.trimEnd().split('\n')) {
      const [wanted, entry = ''] = line.split('  ');
      if (unlisted.get(entry) !== wanted) throw changed(entry || name);
      unlisted.delete(entry);
    }
    const [unknown] = unlisted.keys();
    if (unknown) throw changed(unknown);
    lists.push(sum);
  };
  return {
    get about() {
      return read;
    },
    get manifest() {
      return manifest;
    },
    note: (name: string, sum: string) => void unlisted.set(name, sum),
    take(name: string, text: string, sum: string) {
      if (name === ABOUT) {
        read = readAbout(text);
        unlisted.set(name, sum);
      } else if (name === MANIFEST) {
        manifest = readSigned(text);
        const isWhole = manifest && unlisted.size === 0 && manifest.sums.join() === lists.join();
        if (!isWhole) throw changed(name);
      } else takeList(name, text, sum);
    },
  };
}

/** The first entry says whether this release can read the others. */
function readAbout(text: string): BackupAbout {
  const read = backupAbout.safeParse(parseJson(text));
  const format = Number(Reflect.get(Object(parseJson(text)), 'format'));
  if (format > BACKUP_FORMAT || !read.success) {
    if (format > BACKUP_FORMAT) throw newer();
    throw new BackupRefusal(NO_BACKUP);
  }
  const known = listMigrationTimes();
  if (!known.includes(read.data.migration)) throw newer(read.data.release.version);
  return read.data;
}

const newer = (version = '') =>
  new BackupRefusal(
    `The backup is of a newer release${version && ` (${version})`} than this one. Get that release or a newer one, then restore it with that.`,
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function* hashing(entry: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const piece of entry) {
    hash.update(piece);
    yield piece;
  }
}

const TEXT_BYTES_MAX = 64 * 1024 ** 2;

async function readText(bytes: AsyncIterable<Buffer>, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > TEXT_BYTES_MAX) throw changed(name);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** tar-stream's errors are plain ones, known by their words. */
function explainTar(error: unknown, hasBegun: boolean): unknown {
  if (!(error instanceof Error)) return error;
  if (/Unexpected end of data|Premature close|Writable stream closed prematurely/.test(error.message))
    return new BackupRefusal(hasBegun ? CUT : NO_BACKUP);
  if (/Invalid tar header|Invalid header|Header exceeds max size/.test(error.message))
    return new BackupRefusal(
      hasBegun ? 'The backup was changed: it is no tar any more. Use another copy of it.' : NO_BACKUP,
    );
  return error;
}
