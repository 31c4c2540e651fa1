import { createReadStream } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteRange } from './blobs.ts';
import { BucketError } from './bucket-errors.ts';

/** A copy that is being written, and read at the same time: nobody waits for the end of a video to see its beginning. */

const PIECE_BYTES = 64 * 1024;

/** The answer of a store: all bytes of a blob, or those of a range. */
export interface Fetched {
  /** Of the whole blob. */
  bytes: number;
  body: Readable;
}

export interface CopyUnderWay {
  /** Of the whole blob. */
  bytes: number;
  /** Resolves once nothing is written any more: to null, or to what went wrong. Never rejects. */
  ended: Promise<unknown>;
  /** The bytes as they arrive. */
  read(range?: ByteRange): AsyncGenerator<Buffer>;
}

/** Writes to `part`, which becomes `file` when all of it is on disk. */
export async function beginCopy({ bytes, body }: Fetched, part: string, file: string): Promise<CopyUnderWay> {
  const handle = await fs.open(part, 'wx+').catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  const progress = createProgressNote();
  // The writer itself is a user.
  let users = 1;
  const leave = async () => {
    users -= 1;
    if (users === 0) await handle.close();
  };
  const write = async () => {
    try {
      for await (const piece of body) {
        await handle.writeFile(piece as Buffer);
        progress.add((piece as Buffer).length);
      }
      if (progress.written() !== bytes)
        throw new BucketError(`${progress.written()} of ${bytes} bytes of a file arrived.`, false);
      await handle.sync();
      await fs.rename(part, file);
      progress.end(null);
      return null;
    } catch (error) {
      await fs.rm(part, { force: true });
      progress.end(error);
      return error;
    } finally {
      await leave();
    }
  };
  const ended = write();
  return {
    bytes,
    ended,
    async *read({ start, end } = { start: 0, end: bytes - 1 }) {
      const range = { start, end: Math.min(end, bytes - 1) };
      // Nobody writes or reads the part any more.
      if (users === 0) {
        yield* createReadStream(file, range) as AsyncIterable<Buffer>;
        return;
      }
      users += 1;
      try {
        yield* follow(handle, progress, range);
      } finally {
        await leave();
      }
    },
  };
}

type Progress = ReturnType<typeof createProgressNote>;

function createProgressNote() {
  let written = 0;
  let failure: unknown = null;
  let waiting: (() => void)[] = [];
  const tell = () => {
    const told = waiting;
    waiting = [];
    for (const one of told) one();
  };
  return {
    written: () => written,
    add(bytes: number) {
      written += bytes;
      tell();
    },
    end(error: unknown) {
      failure = error;
      tell();
    },
    /** Resolves when there is more; throws if no more comes. */
    async more() {
      if (!failure) await new Promise<void>((resolve) => waiting.push(resolve));
      if (failure) throw failure;
    },
  };
}

async function* follow(handle: FileHandle, progress: Progress, { start, end }: ByteRange) {
  for (let at = start; at <= end; ) {
    const length = Math.min(end + 1, progress.written()) - at;
    if (length <= 0) {
      await progress.more();
      continue;
    }
    const buffer = Buffer.allocUnsafe(Math.min(length, PIECE_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
