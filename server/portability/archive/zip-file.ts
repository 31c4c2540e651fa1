import { type Entry, openPromise } from 'yauzl';
import { Refusal } from '#server/people/import/read/import-files.ts';
import { VIDEO_BYTES_MAX } from '#shared/contract/constants.ts';
import { ACCOUNT_FILE, MANIFEST_FILE } from './manifest.ts';

/**
 * The files of a zip that a stranger may have made. Nothing of it is ever written under a name that it gives; what its
 * directory says is checked before anything is unpacked, and every file against it while it is.
 */

/**
 * The most of each: files, bytes unpacked in all, bytes of the JSON and of the manifest. The space of an account holds this
 * many of the smallest photos, the manifest lists as many, and the directory of those we write takes 100 MB.
 */
export const FILES_MAX = 150_000;
const UNPACKED_MAX = 2 * 1024 ** 3;
const ACCOUNT_BYTES_MAX = 1024 ** 3;
/** A line of it has 116 bytes. */
const MANIFEST_BYTES_MAX = 128 * FILES_MAX;
/** Our JSON is at most a tenth of its size when compressed; deflate can reach a thousandth. */
const RATIO_MAX = 100;
/** Small files may compress well. */
const RATIO_FROM_BYTES = 1024 ** 2;
const NAME_LENGTH_MAX = 200;

const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;

const MEDIA = /^media\/([A-Za-z0-9_-]{1,100}\.[a-z0-9]{1,8})$/;

/** The name of a picture or video; null for any other file. */
export const mediaNameOf = (path: string): string | null => MEDIA.exec(path)?.[1] ?? null;

const limitOf = (path: string): number => {
  if (path === ACCOUNT_FILE) return ACCOUNT_BYTES_MAX;
  return path === MANIFEST_FILE ? MANIFEST_BYTES_MAX : VIDEO_BYTES_MAX;
};

export interface ZipContent {
  /** By name; without folders. */
  files: ReadonlyMap<string, { bytes: number; isTooLarge: boolean }>;
  /** Throws `Refusal` for a file whose content is not as its directory says. */
  read(path: string): AsyncGenerator<Buffer>;
  close(): void;
}

export const DAMAGED = 'This file is damaged or isn’t a Goldleaf archive.';

/** Reads the directory. Throws `Refusal`, with a sentence, for what is no zip or might be made to harm. */
export async function openZipFile(file: string): Promise<ZipContent> {
  const zip = await openPromise(file, { strictFileNames: true, autoClose: false }).catch(() => {
    throw new Refusal(DAMAGED);
  });
  // Without a listener, an error would end the process.
  zip.on('error', () => {});
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > FILES_MAX) throw new Refusal('This archive has too many files.');
    let packed = 0;
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      // Files that overlap are how a small archive unpacks to anything.
      if (packed > zip.fileSize || unpacked > UNPACKED_MAX) throw new Refusal(DAMAGED);
      checkEntry(entry);
      if (entries.has(entry.fileName)) throw new Refusal('Two files in this archive have the same name.');
      entries.set(entry.fileName, entry);
      if (entries.size > FILES_MAX) throw new Refusal('This archive has too many files.');
    }
  } catch (error) {
    zip.close();
    throw error instanceof Refusal ? error : new Refusal(DAMAGED);
  }
  const files = new Map(
    [...entries].map(([path, { uncompressedSize: bytes }]) => [
      path,
      { bytes, isTooLarge: bytes > limitOf(path) },
    ]),
  );
  return {
    files,
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) return;
      let left = limitOf(path);
      try {
        for await (const piece of await zip.openReadStreamPromise(entry)) {
          left -= (piece as Buffer).length;
          if (left < 0) throw new Refusal(DAMAGED);
          yield piece as Buffer;
        }
      } catch {
        throw new Refusal(DAMAGED);
      }
    },
    close: () => zip.close(),
  };
}

function checkEntry(entry: Entry): void {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (fileName.length > NAME_LENGTH_MAX || ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK)
    throw new Refusal(DAMAGED);
  if (entry.isEncrypted())
    throw new Refusal('This archive is encrypted. Unzip it, then zip it again without a password.');
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO_MAX)
    throw new Refusal(DAMAGED);
  const isNeeded = fileName === ACCOUNT_FILE || fileName === MANIFEST_FILE;
  if (isNeeded && uncompressedSize > limitOf(fileName)) throw new Refusal('This archive is too large.');
}
