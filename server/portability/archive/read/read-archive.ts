import { createHash } from 'node:crypto';
import nodePath from 'node:path';
import { Refusal } from '#server/people/import/read/import-files.ts';
import type { ArchiveFiles, ReadArchive } from '../archive-tasks.ts';
import { countOf, MOMENT_LENGTH_MAX } from '../archive-words.ts';
import { createDiskBudget, type DiskBudget } from '../disk-budget.ts';
import {
  ACCOUNT_FILE,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  digestOf,
  FROM_NEWER,
  MANIFEST_FILE,
  type Manifest,
} from '../manifest.ts';
import { DAMAGED, mediaNameOf, openZipFile, type ZipContent } from '../zip-file.ts';
import { createAccountReader } from './account-reader.ts';
import { JsonDamaged, JsonSplitter } from './split-json.ts';

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
  if (!zip.files.has(ACCOUNT_FILE)) throw new Refusal('This isn’t a Goldleaf archive.');
  const manifest = await readManifest(zip);
  const budget = createDiskBudget(nodePath.dirname(files.upload));
  const reader = createAccountReader(files, budget, manifest !== null);
  const hashes = new Map<string, string>();
  try {
    const splitter = new JsonSplitter({ ...reader, bytesMax: VALUE_BYTES_MAX });
    hashes.set(ACCOUNT_FILE, await hashOf(zip, ACCOUNT_FILE, budget, (piece) => splitter.add(piece)));
    splitter.end();
    const media = [...zip.files.keys()].filter((path) => mediaNameOf(path) !== null);
    const tooLarge = media.filter((path) => zip.files.get(path)?.isTooLarge);
    for (const path of media) {
      if (tooLarge.includes(path)) continue;
      const sink = reader.photos.sink(path);
      hashes.set(path, await hashOf(zip, path, budget, sink.add));
      sink.end();
    }
    const isWhole = manifest !== null && isAsListed(manifest, zip, hashes);
    const { writtenAt, ...found } = reader.finish();
    const notes =
      tooLarge.length > 0
        ? [`${countOf(tooLarge.length, 'file')}, larger than the limit for photos and videos.`]
        : [];
    return {
      digest: isWhole ? digestOf(manifest) : null,
      signature: manifest?.signature ?? '',
      isChanged: manifest !== null && !isWhole,
      writtenFor: manifest?.account.id ?? null,
      writtenForEmail: manifest?.account.email ?? null,
      writtenAt: manifest ? new Date(manifest.writtenAt).toISOString() : writtenAt,
      media: media.length - tooLarge.length,
      ...found,
      notes: [...notes, ...found.notes],
    };
  } finally {
    reader.close();
  }
}

/** Reads a file to its end; lower-case hexadecimal. */
async function hashOf(
  zip: ZipContent,
  path: string,
  budget: DiskBudget,
  take: (piece: Buffer) => void,
): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const piece of zip.read(path)) {
    budget.spend(piece.length);
    sha256.update(piece);
    take(piece);
  }
  return sha256.digest('hex');
}

/** True if every file is there, and as the manifest says. */
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

/** No email address is longer: RFC 5321, section 4.5.3.1.3. */
const WHO_LENGTH_MAX = 254;

function isManifest(read: Partial<Signed>): read is Signed {
  const { writtenAt, account, files, signature } = read;
  const isText = (value: unknown, most: number) => typeof value === 'string' && value.length <= most;
  return (
    isText(writtenAt, MOMENT_LENGTH_MAX) &&
    !Number.isNaN(Date.parse(String(writtenAt))) &&
    isText(signature, WHO_LENGTH_MAX) &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((hash) => isText(hash, WHO_LENGTH_MAX)) &&
    isText(account?.id, WHO_LENGTH_MAX) &&
    (account?.email === null || isText(account?.email, WHO_LENGTH_MAX))
  );
}
