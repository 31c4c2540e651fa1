import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import tar from 'tar-stream';
import { ENTRY_BYTES_MAX } from './format.ts';

/** Entries whose sums make one list, of at most 3 MB. */
const SUMS_AT_ONCE = 20_000;
const PIECE_BYTES = 256 * 1024;
/** It rests for half as long as it worked, whenever that was this long. */
const WORKED_MS = 20;

export interface TarWriter {
  /** Bytes of all entries so far. */
  bytes(): number;
  add(name: string, bytes: Buffer | string): Promise<void>;
  /** Adds a file in entries of at most 64 MB; returns its size. */
  addFile(name: string, file: FileHandle): Promise<number>;
  /** Writes the last list; resolves to the SHA-256 of each list of sums. */
  finishSums(): Promise<string[]>;
  /** Ends the tar; resolves once `out` has everything. */
  end(): Promise<void>;
}

/** Writes a tar with the sums of its entries. Holds no more than one of them, and waits for `out`. */
export function createTarWriter(out: Writable): TarWriter {
  const pack = tar.pack();
  const written = pipeline(pack, out);
  written.catch(() => {});
  const put = createPut(pack, written);
  const lists: string[] = [];
  let sums: string[] = [];
  let bytes = 0;

  const addPlain = async (name: string, content: Buffer) => {
    bytes += content.length;
    await put(() => putEntry(pack, name, content));
    return createHash('sha256').update(content).digest('hex');
  };
  const finishList = async () => {
    if (sums.length === 0) return;
    const list = sums.join('');
    sums = [];
    lists.push(await addPlain(`sums/${lists.length + 1}`, Buffer.from(list)));
  };
  const note = async (name: string, sum: string) => {
    sums.push(`${sum}  ${name}\n`);
    if (sums.length === SUMS_AT_ONCE) await finishList();
  };
  return {
    bytes: () => bytes,
    async add(name, content) {
      await note(name, await addPlain(name, Buffer.from(content)));
    },
    async addFile(name, file) {
      const { size } = await file.stat();
      for (let start = 0, nth = 1; start < size || nth === 1; start += ENTRY_BYTES_MAX, nth += 1) {
        const length = Math.min(ENTRY_BYTES_MAX, size - start);
        const part = nth === 1 ? name : `${name}~${nth}`;
        const hash = createHash('sha256');
        bytes += length;
        await put(() =>
          pipeline(
            hashPieces(file, start, length, hash),
            pack.entry({ name: part, size: length, mode: 0o600 }),
          ),
        );
        await note(part, hash.digest('hex'));
      }
      return size;
    },
    async finishSums() {
      await finishList();
      return lists;
    },
    async end() {
      pack.finalize();
      await written;
    },
  };
}

/**
 * Does a piece of work, and rests in between. Whatever fails, the first failure is thrown: of a full disk, tar-stream says
 * only that it was ended.
 */
function createPut(pack: tar.Pack, written: Promise<void>) {
  /** Milliseconds since the last rest. */
  let worked = 0;
  let failure: Error | undefined;
  let fail: ((error: Error) => void) | undefined;
  written.catch((error: Error) => {
    failure = error;
    fail?.(error);
  });
  /** Not a race, which would remember each piece of work until the end. */
  const unlessItFails = (work: () => Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      if (failure) return reject(failure);
      fail = reject;
      work().then(resolve, reject);
    });
  return async (work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    try {
      await unlessItFails(work);
    } catch (error) {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
      await written;
      throw error;
    }
    worked += performance.now() - startedAt;
    if (worked < WORKED_MS) return;
    // Processor and disk are the product's, too.
    await sleep(worked / 2);
    worked = 0;
  };
}

const putEntry = (pack: tar.Pack, name: string, content: Buffer) =>
  new Promise<void>((resolve, reject) => {
    pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
  });

/** So many bytes of a file, which are part of the hash as they pass. Nothing is read ahead. */
async function* hashPieces(
  file: FileHandle,
  start: number,
  length: number,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const wanted = Math.min(PIECE_BYTES, length - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + at);
    if (bytesRead === 0) throw new Error('A file became shorter while it was read.');
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    yield piece;
    at += bytesRead;
  }
}
