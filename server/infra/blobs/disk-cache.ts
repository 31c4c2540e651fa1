import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '#server/config/make-folder.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import type { FoundBlob } from './blobs.ts';
import { BucketError } from './bucket-errors.ts';
import { beginCopy, type CopyUnderWay, type Fetched } from './copy-under-way.ts';
import { partIn, syncFile } from './staging.ts';

/**
 * Copies of blobs on this machine, the least recently used removed first. The folder is the truth: processes that share it
 * share the copies. The access time says when one was used, and the modification time when its blob was last known to exist.
 */

/** A copy that was used within this time is not noted as used again. */
const NOTED_MS = 60_000;
/** Parts that are older were left by a killed process: a copy arrives in seconds. */
const PART_MS = HOUR_MS;
/** A copy is not believed for longer after its blob was last known to exist: another machine may have deleted it. */
export const BELIEVED_MS = DAY_MS;
/** Removed down to, so that not every copy removes another. */
const KEPT_SHARE = 0.8;
/** Added by one process before it looks again what others have added to the folder. */
const UNSEEN_SHARE = 1 / 16;

export interface CacheRules {
  folder: string;
  bytesMax: number;
  /** A copy that nobody used for so long is removed, too. */
  idleMs?: number;
  /** False while the disk has no room for copies. */
  hasRoom(): Promise<boolean>;
  onTrouble(error: string): void;
}

export interface DiskCache {
  /** A copy that is here; `checkedAt` is when its blob was last known to exist. */
  find(name: string): Promise<(FoundBlob & { checkedAt: Date }) | null>;
  /**
   * Begins a copy, which goes on whoever reads it: all who ask meanwhile share one call of `ask`. Null if that resolves to
   * null; 'too large' for a blob of which no copy is made.
   */
  fill(name: string, ask: () => Promise<Fetched | null>): Promise<FoundBlob | null | 'too large'>;
  /** Moves a file here, which is a copy of what was stored under that name. */
  adopt(name: string, file: string): Promise<void>;
  /** A name of its own for the copy, until the caller removes it. Throws ENOENT without a copy. */
  link(name: string, file: string): Promise<void>;
  noteChecked(name: string): Promise<void>;
  forget(name: string): Promise<void>;
  /** Removes what is not believed or was not used any more, and what killed processes left. */
  tidy(): Promise<void>;
}

export function openDiskCache(rules: CacheRules): DiskCache {
  const { folder, bytesMax } = rules;
  makeFolder(folder);
  const fileOf = (name: string) => path.join(folder, name);
  const trim = createTrim(rules);
  const fills = createFills(rules, fileOf, trim.added);
  return {
    async find(name) {
      const file = fileOf(name);
      const stat = await fs.stat(file).catch(() => null);
      if (!stat) return null;
      if (Date.now() - stat.atimeMs > NOTED_MS) await fs.utimes(file, new Date(), stat.mtime).catch(() => {});
      return { bytes: stat.size, checkedAt: stat.mtime, read: (range) => createReadStream(file, range) };
    },
    fill: fills.fill,
    async adopt(name, file) {
      const { size } = await fs.stat(file);
      if (size > bytesMax) return fs.rm(file, { force: true });
      await syncFile(file);
      await fs.utimes(file, new Date(), new Date());
      await fs.rename(file, fileOf(name));
      await trim.added(size);
    },
    link: (name, file) => fs.link(fileOf(name), file),
    async noteChecked(name) {
      const now = new Date();
      await fs.utimes(fileOf(name), now, now).catch(() => {});
    },
    async forget(name) {
      await fills.end(name);
      await fs.rm(fileOf(name), { force: true });
    },
    tidy: trim.run,
  };
}

/** The copies under way, by the names of their blobs. */
function createFills(
  { folder, bytesMax, hasRoom, onTrouble }: CacheRules,
  fileOf: (name: string) => string,
  onAdded: (bytes: number) => Promise<void>,
) {
  const fills = new Map<string, Promise<CopyUnderWay | null | 'too large'>>();
  const begin = async (name: string, ask: () => Promise<Fetched | null>) => {
    const fetched = await ask();
    if (!fetched) return null;
    if (fetched.bytes > bytesMax || !(await hasRoom())) {
      fetched.body.destroy();
      return 'too large';
    }
    const copy = await beginCopy(fetched, partIn(folder), fileOf(name));
    void copy.ended.then(async (error) => {
      fills.delete(name);
      if (error) onTrouble(error instanceof BucketError ? error.sentence : describeError(error));
      else await onAdded(fetched.bytes);
    });
    return copy;
  };
  return {
    async fill(name: string, ask: () => Promise<Fetched | null>): Promise<FoundBlob | null | 'too large'> {
      let begun = fills.get(name);
      if (!begun) {
        begun = begin(name, ask);
        fills.set(name, begun);
        begun.then(
          (copy) => (copy === null || copy === 'too large') && fills.delete(name),
          () => fills.delete(name),
        );
      }
      const copy = await begun;
      if (copy === null || copy === 'too large') return copy;
      return {
        bytes: copy.bytes,
        read: (range) => Readable.from(copy.read(range), { objectMode: false }),
      };
    },
    /** Waits for one that is under way. */
    async end(name: string) {
      const copy = await fills.get(name)?.catch(() => null);
      if (copy && copy !== 'too large') await copy.ended;
    },
  };
}

/** Removes copies whenever those that were added may be too many. */
function createTrim({ folder, bytesMax, idleMs = Number.POSITIVE_INFINITY, onTrouble }: CacheRules) {
  let bytes = Number.POSITIVE_INFINITY;
  let addedBytes = 0;
  let lookedAt = 0;
  let running: Promise<void> | null = null;
  const look = async () => {
    lookedAt = Date.now();
    addedBytes = 0;
    const found = await listCopies(folder);
    bytes = found.reduce((sum, { size }) => sum + size, 0);
    const isFull = bytes > bytesMax;
    for (const { file, size, usedAt, checkedAt } of found) {
      const isOld = lookedAt - usedAt > idleMs || lookedAt - checkedAt > BELIEVED_MS;
      if (!isOld && (!isFull || bytes <= bytesMax * KEPT_SHARE)) continue;
      await fs.rm(file, { force: true });
      bytes -= size;
    }
  };
  const run = (): Promise<void> => {
    running ??= look()
      .catch((error: unknown) => onTrouble(describeError(error)))
      .finally(() => {
        running = null;
      });
    return running;
  };
  return {
    run,
    async added(size: number) {
      bytes += size;
      addedBytes += size;
      const mayBeFull = bytes > bytesMax || addedBytes > bytesMax * UNSEEN_SHARE;
      if (mayBeFull || Date.now() - lookedAt >= Math.min(idleMs, PART_MS)) await run();
    },
  };
}

/** Those used the longest time ago first; removes what killed processes left. */
async function listCopies(folder: string) {
  const found: { file: string; size: number; usedAt: number; checkedAt: number }[] = [];
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) continue;
    if (!name.endsWith('.part'))
      found.push({ file, size: stat.size, usedAt: stat.atimeMs, checkedAt: stat.mtimeMs });
    else if (Date.now() - stat.mtimeMs > PART_MS) await fs.rm(file, { force: true });
  }
  return found.sort((one, other) => one.usedAt - other.usedAt);
}
