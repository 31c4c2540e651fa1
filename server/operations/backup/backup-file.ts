import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { syncFile } from '#server/infra/blobs/staging.ts';
import { createDiskBudget, type DiskBudget } from '#server/portability/archive/disk-budget.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { ignoreMissing } from './file-source.ts';
import { BackupRefusal } from './format.ts';

/** A backup in a file: complete and private, or not there at all. */

interface Target {
  /** As the operator named it. */
  file: string;
  /** How many are kept, each with its time in its name; null: the file is the one. */
  keep: number | null;
  dataDir: string;
}

/**
 * Runs `write`, which resolves to whether nothing is missing, on a stream into the file. One that lacks files says so in its
 * name and replaces only such, unless nothing has the name yet: no whole one goes for it. Returns the name of the file and its size.
 */
export async function writeBackupFile(
  { file, keep, dataDir }: Target,
  now: Date,
  write: (out: Writable, spend: DiskBudget['spend']) => Promise<boolean>,
): Promise<{ file: string; bytes: number }> {
  const wanted = path.resolve(file);
  const folder = path.dirname(wanted);
  await requireFolder(folder, wanted);
  await removePartsOfTheDead(folder, path.basename(wanted));
  const spend = await leaveRoom(folder, dataDir);
  const part = path.join(folder, `${path.basename(wanted)}.part-${os.hostname()}-${process.pid}`);
  try {
    const isWhole = await write(
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 }),
      spend,
    );
    const { size } = await fs.stat(part);
    const target = keep === null ? await nameBeside(wanted, isWhole) : nameAt(wanted, now, isWhole);
    await fs.rename(part, target);
    await syncFile(folder);
    if (keep !== null) await removeOldest(wanted, { made: target, keep, isWhole });
    return { file: target, bytes: size };
  } catch (error) {
    await fs.rm(part, { force: true });
    throw error;
  }
}

async function requireFolder(folder: string, file: string): Promise<void> {
  const stat = await fs.stat(folder).catch(() => null);
  if (!stat?.isDirectory()) throw new BackupRefusal(`There is no folder ${folder}. Create it first.`);
  await fs.access(folder, fs.constants.W_OK | fs.constants.X_OK).catch(() => {
    throw new BackupRefusal(
      `The backup cannot be written to ${folder}. Name a folder that this user may write to.`,
    );
  });
  if ((await fs.stat(file).catch(() => null))?.isDirectory())
    throw new BackupRefusal(
      `${file} is a folder. Name a file in it, such as ${path.join(file, 'goldleaf.tar')}.`,
    );
}

/** On the disk of DATA_DIR, a backup leaves as much room for the database as uploads do. */
async function leaveRoom(folder: string, dataDir: string): Promise<DiskBudget['spend']> {
  const [there, ours] = await Promise.all([fs.stat(folder), fs.stat(dataDir).catch(ignoreMissing)]);
  return there.dev === ours?.dev ? createDiskBudget(folder).spend : () => {};
}

const endOf = (isWhole: boolean, ext: string) => (isWhole ? ext : `-incomplete${ext}`);

/** `goldleaf.tar`; for one that lacks files and comes after another, `goldleaf-incomplete.tar`. */
async function nameBeside(file: string, isWhole: boolean): Promise<string> {
  if (isWhole || !(await fs.stat(file).catch(ignoreMissing))) return file;
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}${endOf(isWhole, ext)}`);
}

/** `goldleaf.tar` of that minute: `goldleaf-2026-11-26T0300.tar`. Later names sort later. */
function nameAt(file: string, now: Date, isWhole: boolean): string {
  const { dir, name, ext } = path.parse(file);
  const at = now.toISOString().slice(0, 16).replace(':', '');
  return path.join(dir, `${name}-${at}${endOf(isWhole, ext)}`);
}

/** Never the one just made: where the clock was ahead for a while, others have later names. */
async function removeOldest(
  file: string,
  { made, keep, isWhole }: { made: string; keep: number; isWhole: boolean },
): Promise<void> {
  const { dir, name, ext } = path.parse(file);
  const end = endOf(isWhole, ext);
  const isOne = (other: string) =>
    other !== path.basename(made) &&
    other.startsWith(`${name}-`) &&
    other.endsWith(end) &&
    /^\d{4}-\d\d-\d\dT\d{4}$/.test(other.slice(name.length + 1, other.length - end.length));
  const newestFirst = (await fs.readdir(dir)).filter(isOne).sort().reverse();
  for (const old of newestFirst.slice(keep - 1)) await fs.rm(path.join(dir, old));
}

/** Parts that killed backups left: of this machine at once; of another that writes here, after a day. */
async function removePartsOfTheDead(folder: string, name: string): Promise<void> {
  const here = `${name}.part-${os.hostname()}-`;
  for (const other of await fs.readdir(folder)) {
    if (!other.startsWith(`${name}.part-`)) continue;
    const file = path.join(folder, other);
    const stat = await fs.stat(file).catch(() => null);
    // It was complete in this moment.
    if (!stat) continue;
    const isOld = Date.now() - stat.mtimeMs > DAY_MS;
    if (isOld || (other.startsWith(here) && !isAliveElsewhere(Number(other.slice(here.length)))))
      await fs.rm(file, { force: true });
  }
}

/** True if another process has this id; one with ours was in an earlier container. */
function isAliveElsewhere(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
