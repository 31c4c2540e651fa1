import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Refusal } from '#server/import/row-file.ts';
import type { ArchiveTasks, UnpackedFile } from './archive-tasks.ts';
import { openZipFile, type ZipContent } from './zip-file.ts';

/** Unpacks pictures and videos under names of our own; one that is damaged, too large or not there has no file. */
export async function unpackMedia({
  upload,
  names,
  target,
}: ArchiveTasks['unpack']['input']): Promise<UnpackedFile[]> {
  const zip = await openZipFile(upload);
  try {
    const unpacked: UnpackedFile[] = [];
    for (const [nth, name] of names.entries()) unpacked.push(await unpackOne(zip, name, `${target}${nth}`));
    return unpacked;
  } finally {
    zip.close();
  }
}

async function unpackOne(zip: ZipContent, name: string, file: string): Promise<UnpackedFile> {
  const path = `media/${name}`;
  if (zip.files.get(path)?.isTooLarge !== false) return { name, file: null };
  const sha256 = createHash('sha256');
  let bytes = 0;
  const handle = fs.openSync(file, 'w');
  try {
    for await (const piece of zip.read(path)) {
      sha256.update(piece);
      bytes += piece.length;
      fs.writeSync(handle, piece);
    }
  } catch (error) {
    if (error instanceof Refusal) return { name, file: null };
    throw error;
  } finally {
    fs.closeSync(handle);
  }
  return { name, file, bytes, sha256: sha256.digest('hex') };
}
