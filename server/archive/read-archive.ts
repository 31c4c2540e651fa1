import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { Refusal } from '#server/import/row-file.ts';
import { createAccountTaker } from './account-taker.ts';
import type { ArchiveFiles, ReadArchive } from './archive-tasks.ts';
import { countOf } from './archive-words.ts';
import {
  ACCOUNT_FILE,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  digestOf,
  FROM_NEWER,
  MANIFEST_FILE,
  type Manifest,
} from './manifest.ts';
import { JsonDamaged, JsonSplitter } from './split-json.ts';
import { DAMAGED, mediaNameOf, openZipFile, type ZipContent } from './zip-file.ts';

/** Reads a whole archive once, from its first to its last byte, and writes what can be imported. */

/** Contacts with everything anybody noted about them are far smaller. */
const VALUE_BYTES_MAX = 1024 ** 2;

export async function readArchive(files: ArchiveFiles): Promise<ReadArchive> {
  let zip: ZipContent | undefined;
  try {
    zip = await openZipFile(files.upload);
    return await readZip(zip, files);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    if (error instanceof JsonDamaged) return { refusal: DAMAGED };
    throw error;
  } finally {
    zip?.close();
  }
}

type Signed = Manifest & { signature: string };

async function readZip(zip: ZipContent, files: ArchiveFiles): Promise<ReadArchive> {
  if (!zip.files.has(ACCOUNT_FILE)) throw new Refusal('This is no archive of a Goldleaf account.');
  const manifest = await readManifest(zip);
  const folder = nodePath.dirname(files.upload);
  const taker = createAccountTaker(files, manifest !== null);
  const hashes = new Map<string, string>();
  try {
    const splitter = new JsonSplitter({ ...taker, bytesMax: VALUE_BYTES_MAX });
    hashes.set(ACCOUNT_FILE, await hashOf(zip, ACCOUNT_FILE, folder, (piece) => splitter.add(piece)));
    splitter.end();
    const media = [...zip.files.keys()].filter((path) => mediaNameOf(path) !== null);
    const tooLarge = media.filter((path) => zip.files.get(path)?.isTooLarge);
    for (const path of media) {
      if (tooLarge.includes(path)) continue;
      const sink = taker.photos.sink(path);
      hashes.set(path, await hashOf(zip, path, folder, sink.add));
      sink.end();
    }
    const isWhole = manifest !== null && isAsListed(manifest, zip, hashes);
    const { writtenAt, ...found } = taker.finish();
    const notes =
      tooLarge.length > 0
        ? [`${countOf(tooLarge.length, 'file')}, larger than any picture or video may be.`]
        : [];
    return {
      digest: isWhole ? digestOf(manifest) : null,
      signature: manifest?.signature ?? '',
      writtenFor: manifest?.account.id ?? null,
      writtenForEmail: manifest?.account.email ?? null,
      writtenAt: manifest?.writtenAt ?? writtenAt,
      media: media.length - tooLarge.length,
      ...found,
      notes: [...notes, ...found.notes],
    };
  } finally {
    taker.close();
  }
}

/** Reads a file to its end; lower-case hexadecimal. */
async function hashOf(
  zip: ZipContent,
  path: string,
  folder: string,
  take: (piece: Buffer) => void,
): Promise<string> {
  const sha256 = createHash('sha256');
  let unchecked = ROOM_EVERY_BYTES;
  for await (const piece of zip.read(path)) {
    unchecked += piece.length;
    if (unchecked > ROOM_EVERY_BYTES) {
      requireRoom(folder);
      unchecked = 0;
    }
    sha256.update(piece);
    take(piece);
  }
  return sha256.digest('hex');
}

/** What is unpacked must leave room for the database and everything else. */
const ROOM_EVERY_BYTES = 16 * 1024 ** 2;
const SPARE_BYTES = 1024 ** 3;
const SPARE_SHARE = 0.025;

function requireRoom(folder: string): void {
  const { bavail, blocks, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < Math.min(SPARE_BYTES, blocks * bsize * SPARE_SHARE))
    throw new Refusal(
      'This server has no room for so large an archive at the moment. Please try again later.',
    );
}

/** Whether every file is there, and as the manifest says. */
function isAsListed({ files }: Manifest, zip: ZipContent, hashes: ReadonlyMap<string, string>): boolean {
  const listed = Object.entries(files);
  // Every file but the manifest itself.
  return (
    listed.length === zip.files.size - 1 && listed.every(([path, sha256]) => hashes.get(path) === sha256)
  );
}

/** Null for an archive from before there were manifests, and for what is none: it is read as one from elsewhere. */
async function readManifest(zip: ZipContent): Promise<Signed | null> {
  if (!zip.files.has(MANIFEST_FILE)) return null;
  const pieces: Buffer[] = [];
  for await (const piece of zip.read(MANIFEST_FILE)) pieces.push(piece);
  let read: Partial<Signed> | null;
  try {
    read = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Partial<Signed> | null;
  } catch {
    return null;
  }
  if (read?.format !== ARCHIVE_FORMAT || typeof read.version !== 'number') return null;
  if (read.version > ARCHIVE_VERSION) throw new Refusal(FROM_NEWER);
  return isManifest(read) ? read : null;
}

function isManifest(read: Partial<Signed>): read is Signed {
  const { writtenAt, account, files, signature } = read;
  const isText = (value: unknown) => typeof value === 'string';
  return (
    isText(writtenAt) &&
    !Number.isNaN(Date.parse(String(writtenAt))) &&
    isText(signature) &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every(isText) &&
    isText(account?.id) &&
    (account?.email === null || isText(account?.email))
  );
}
