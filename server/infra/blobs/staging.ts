import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FreeSpace } from '#server/infra/free-space.ts';
import {
  type Blobs,
  isBlobName,
  keepStaged,
  type LocalFiles,
  type OpenStage,
  type StagedBlob,
} from './blobs.ts';

/** Files of this machine that are being written, for any store. */

const PIECE_BYTES = 64 * 1024;
const PAGE_NAMES = 500;

/** How a store keeps a file that is complete. */
export interface StagingRules {
  folder: string;
  space: FreeSpace;
  flush(file: string): Promise<void>;
  /** Takes the file over; `sha256` is that of its bytes, in hexadecimal, where they passed through here. */
  keep(name: string, file: string, sha256?: string): Promise<void>;
  /** The path of a file with these bytes. Throws ENOENT. */
  localCopy(name: string, scratch: () => string): Promise<string>;
}

/** The part of a store that writes. Nothing is accepted while the disk lacks space. */
export function createStaging(rules: StagingRules): Pick<Blobs, 'put' | 'stage' | 'open' | 'withLocal'> {
  const open = async () => {
    await rules.space.require();
    return openIn(rules);
  };
  const stage = async (source: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const aside = await open();
    try {
      for await (const piece of inPieces(source)) await aside.write(piece);
      return await aside.finish();
    } catch (error) {
      await aside.discard();
      throw error;
    }
  };
  return {
    put: async (name, bytes) => keepStaged(await stage([bytes]), name),
    stage,
    open,
    withLocal: (work) => doWithLocal(rules, work),
  };
}

async function doWithLocal<Result>(
  { folder, flush, keep, localCopy }: StagingRules,
  work: (local: LocalFiles) => Promise<Result>,
): Promise<Result> {
  const written = new Map<string, string>();
  const made: string[] = [];
  const scratch = () => {
    const file = partIn(folder);
    made.push(file);
    return file;
  };
  try {
    const result = await work({
      read: (name) => localCopy(name, scratch),
      write(name) {
        const file = scratch();
        written.set(name, file);
        return file;
      },
      scratch,
    });
    for (const [name, file] of written) {
      const isThere = await fs.access(file).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      await flush(file);
      await keep(name, file);
    }
    return result;
  } finally {
    for (const file of made) await fs.rm(file, { force: true });
  }
}

/** A new name for a temporary file. */
export const partIn = (folder: string) => path.join(folder, `.${randomUUID()}.part`);

/** Names of our files in a folder last written before a moment, in pages; what else somebody put there is left alone. */
export async function* listWrittenBefore(folder: string, moment: Date): AsyncGenerator<string[]> {
  let old: string[] = [];
  for await (const { name } of await fs.opendir(folder, { bufferSize: PAGE_NAMES })) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    if (!stat?.isFile() || !isBlobName(name) || stat.mtimeMs >= moment.getTime()) continue;
    old.push(name);
    if (old.length < PAGE_NAMES) continue;
    yield old;
    old = [];
  }
  if (old.length > 0) yield old;
}

async function openIn({ folder, flush, keep }: StagingRules): Promise<OpenStage> {
  const aside = partIn(folder);
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await fs.open(aside, 'wx');
  const remove = () => fs.rm(aside, { force: true });
  const finish = (): StagedBlob => {
    const sha256 = hash.digest('hex');
    return {
      ...{ sha256, bytes, file: aside },
      flush: () => flush(aside),
      keep: (name) => keep(name, aside, sha256),
      discard: remove,
    };
  };
  return {
    async write(piece) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    },
    async finish() {
      await handle.close();
      return finish();
    },
    async discard() {
      await handle.close();
      await remove();
    },
  };
}

/** Makes a file durable, or the names in a folder, as after a rename. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Joins bytes into pieces worth a system call: a source may yield eight bytes at a time. */
async function* inPieces(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
