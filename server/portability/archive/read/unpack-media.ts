import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { Refusal } from '#server/people/import/read/import-files.ts';
import type { ArchiveTasks, UnpackedFile } from '../archive-tasks.ts';
import { createDiskBudget, type DiskBudget, DiskBudgetSpent } from '../disk-budget.ts';
import { openZipFile, type ZipContent } from '../zip-file.ts';

/** Unpacks pictures and videos under names of our own; one that is damaged, too large or not there has no file. */
export async function unpackMedia(
  { upload, files }: ArchiveTasks['unpack']['input'],
  budget = createDiskBudget(nodePath.dirname(upload)),
): Promise<ArchiveTasks['unpack']['output']> {
  const zip = await openZipFile(upload);
  const unpacked: UnpackedFile[] = [];
  try {
    for (const { name, file } of files) unpacked.push(await unpackOne(zip, name, file, budget));
    return unpacked;
  } catch (error) {
    if (!(error instanceof DiskBudgetSpent)) throw error;
    for (const { file } of unpacked) if (file !== null) fs.rmSync(file, { force: true });
    return 'no room';
  } finally {
    zip.close();
  }
}

async function unpackOne(
  zip: ZipContent,
  name: string,
  file: string,
  budget: DiskBudget,
): Promise<UnpackedFile> {
  const path = `media/${name}`;
  if (zip.files.get(path)?.isTooLarge !== false) return { name, file: null };
  const sha256 = createHash('sha256');
  let bytes = 0;
  const handle = fs.openSync(file, 'w');
  try {
    for await (const piece of zip.read(path)) {
      budget.spend(piece.length);
      sha256.update(piece);
      bytes += piece.length;
      fs.writeSync(handle, piece);
    }
  } catch (error) {
    fs.rmSync(file, { force: true });
    if (error instanceof Refusal && !(error instanceof DiskBudgetSpent)) return { name, file: null };
    throw error;
  } finally {
    fs.closeSync(handle);
  }
  return { name, file, bytes, sha256: sha256.digest('hex') };
}
