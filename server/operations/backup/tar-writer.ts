import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import tar from 'tar-stream';
import type { DiskBudget } from '#server/portability/archive/disk-budget.ts';
import { codeOfUnreadable } from './file-source.ts';
import { BackupRefusal, ENTRY_BYTES_MAX } from './format.ts';

/** Entries whose sums make one list, of at most 3 MB. */
const SUMS_AT_ONCE = 20_000;
const PIECE_BYTES = 256 * 1024;
/** A backup holds up deletions and vacuums for as long as it lasts, so its reader may pause for this long. */
const STALLED_MS = 30 * 60_000;
/** It rests for half as long as it worked, whenever that was this long. */
const WORKED_MS = 20;

interface AddedFile {
  bytes: number;
  /** Why it can't be read; null for one that was added. */
  unread: string | null;
  /** Entries of it were written, and end in zeros: no one may take them for the file. */
  isCut: boolean;
}

export interface TarWriter {
  /** Bytes of all entries so far. */
  bytes(): number;
  add(name: string, bytes: Buffer | string): Promise<void>;
  /** Adds a file in entries of at most 64 MB. */
  addFile(name: string, file: FileHandle): Promise<AddedFile>;
  /** Writes the last list; resolves to the SHA-256 of each list of sums. */
  finishSums(): Promise<string[]>;
  /** Ends the tar; resolves once `out` has everything. */
  end(): Promise<void>;
}

/**
 * Writes a tar with the sums of its entries. Holds no more than one of them, and waits for `out`. `spend` is told of bytes
 * before they are written, and may throw.
 */
export function createTarWriter(out: Writable, spend: DiskBudget['spend'] = () => {}): TarWriter {
  const pack = tar.pack();
  const { put, written } = createPut(pack, out, spend);
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
      const stat = await file.stat().catch(codeOfUnreadable);
      if (typeof stat === 'string') return { bytes: 0, unread: stat, isCut: false };
      const { size } = stat;
      for (let start = 0, nth = 1; start < size || nth === 1; start += ENTRY_BYTES_MAX, nth += 1) {
        const length = Math.min(ENTRY_BYTES_MAX, size - start);
        const part = await openPart(file, start, length);
        if (nth === 1 && part.unread()) return { bytes: 0, unread: part.unread(), isCut: false };
        const partName = nth === 1 ? name : `${name}~${nth}`;
        bytes += length;
        await put(() => pipeline(part.pieces, pack.entry({ name: partName, size: length, mode: 0o600 })));
        await note(partName, part.sum());
        if (part.unread()) return { bytes: 0, unread: part.unread(), isCut: true };
      }
      return { bytes: size, unread: null, isCut: false };
    },
    async finishSums() {
      await finishList();
      return lists;
    },
    async end() {
      await put(() => {
        pack.finalize();
        return written;
      });
    },
  };
}

/**
 * Brings to `out` what is packed; `put` does a piece of work, and rests in between. Whatever fails, the first failure is
 * thrown: of a full disk, tar-stream says only that it was ended.
 */
function createPut(pack: tar.Pack, out: Writable, spend: DiskBudget['spend']) {
  /** Milliseconds since the last rest. */
  let worked = 0;
  let failure: Error | undefined;
  let fail: ((error: Error) => void) | undefined;
  const stall = new BackupRefusal(
    'Nobody read the backup’s output for 30 minutes, so it was abandoned, and nothing was kept.',
  );
  const stalled = setTimeout(() => fail?.(stall), STALLED_MS).unref();
  const written = pipeline(async function* () {
    for await (const piece of pack as AsyncIterable<Buffer>) {
      spend(piece.length);
      yield piece;
      stalled.refresh();
    }
  }, out);
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
  const put = async (work: () => Promise<unknown>): Promise<void> => {
    stalled.refresh();
    const startedAt = performance.now();
    try {
      await unlessItFails(work);
    } catch (error) {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
      // A reader that has stalled may never close the stream.
      if (error !== stall) await written;
      throw error;
    }
    worked += performance.now() - startedAt;
    if (worked < WORKED_MS) return;
    // Processor and disk are the product's, too.
    await sleep(worked / 2);
    worked = 0;
  };
  return { put, written };
}

const putEntry = (pack: tar.Pack, name: string, content: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const entry = pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    // It fails by itself, too, if the tar ends in its middle.
    entry.on('error', reject);
  });

/** So many bytes of a file; zeros from where it can't be read. Nothing but the first piece is read ahead. */
async function openPart(file: FileHandle, start: number, length: number) {
  const hash = createHash('sha256');
  let unread: string | null = null;
  const read = async (at: number): Promise<Buffer> => {
    const wanted = Math.min(PIECE_BYTES, length - at);
    if (unread !== null || wanted === 0) return Buffer.alloc(wanted);
    const found = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + at).catch(codeOfUnreadable);
    if (typeof found === 'object' && found.bytesRead > 0) return found.buffer.subarray(0, found.bytesRead);
    unread = typeof found === 'string' ? found : 'shorter than it was';
    return Buffer.alloc(wanted);
  };
  const first = await read(0);
  async function* readPieces(): AsyncGenerator<Buffer> {
    for (let at = 0, piece = first; at < length; ) {
      hash.update(piece);
      yield piece;
      at += piece.length;
      piece = await read(at);
    }
  }
  return { pieces: readPieces(), unread: () => unread, sum: () => hash.digest('hex') };
}
