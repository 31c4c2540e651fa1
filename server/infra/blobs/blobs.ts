import type { Readable } from 'node:stream';

/** Bytes that have arrived but have no name yet. */
export interface StagedBlob {
  /** Lower-case hexadecimal. */
  sha256: string;
  bytes: number;
  /** The temporary file, which is on this machine whatever the store. */
  file: string;
  /** Makes the bytes durable, so that `keep` is quick. */
  flush(): Promise<void>;
  keep(name: string): Promise<void>;
  discard(): Promise<void>;
}

/** Keeps it under this name; what the store does not take leaves nothing behind. */
export async function keepStaged(staged: StagedBlob, name: string): Promise<void> {
  try {
    await staged.flush();
    await staged.keep(name);
  } finally {
    await staged.discard();
  }
}

/** A file that is being written. */
export interface OpenStage {
  write(piece: Buffer): Promise<void>;
  finish(): Promise<StagedBlob>;
  /** Instead of `finish`. */
  discard(): Promise<void>;
}

/** Files of this machine, for a child process. */
export interface LocalFiles {
  /** The path of a copy to read. Throws ENOENT if there is no such blob. */
  read(name: string): Promise<string>;
  /** Where to write a blob; if it was, it is kept under this name once all is done. */
  write(name: string): string;
  /** Where to write something that nobody needs afterwards. */
  scratch(): string;
}

/** Bytes `start` to `end`, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A blob that is there. */
export interface FoundBlob {
  bytes: number;
  read(range?: ByteRange): Readable;
}

/**
 * Stores uploaded bytes by name: in a folder of this machine (`openDiskBlobs`) or in a bucket (`openBucketBlobs`). A store
 * that cannot be reached throws 503.
 */
export interface Blobs {
  /** True where each look for a blob that is not there is a call to another machine. */
  isRemote: boolean;
  put(name: string, bytes: Buffer): Promise<void>;
  /** Writes a stream of any length to a temporary file; one that fails leaves nothing behind. */
  stage(source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StagedBlob>;
  /** Likewise for a source that arrives piece by piece. */
  open(): Promise<OpenStage>;
  /** Size in bytes, or null when there is no such blob. */
  sizeOf(name: string): Promise<number | null>;
  /** Null when there is no such blob; one that is found is read with no other call. */
  find(name: string): Promise<FoundBlob | null>;
  /** Streams the blob, or a part of it; fails with ENOENT if there is none. */
  read(name: string, range?: ByteRange): Readable;
  delete(name: string): Promise<void>;
  /** Does work on files of this machine. What it wrote is kept if it succeeds; otherwise nothing is left. */
  withLocal<Result>(work: (local: LocalFiles) => Promise<Result>): Promise<Result>;
  /** Gives this blob to another store, too, under the same name, unless it has it. */
  copyTo(other: Pick<Blobs, 'adopt'>, name: string): Promise<void>;
  /** Keeps a copy of a file of this machine, which nobody changes any more. */
  adopt(name: string, file: string): Promise<void>;
  /**
   * Names of what was written before that moment and may have no row, a page of at most 500 at a time, including temporary
   * files left by a killed process. What is listed may be deleted meanwhile.
   */
  writtenBefore(moment: Date): AsyncIterable<string[]>;
}

export const isBlobName = (name: string): boolean => /^\.?[A-Za-z0-9-]+\.[a-z0-9]+$/.test(name);

/** Names are safe by construction (hash and extension) but checked all the same. */
export function requireBlobName(name: string): string {
  if (!isBlobName(name)) throw new Error(`Not a blob name: ${name}`);
  return name;
}

/** So many bytes of a blob from a place on; fewer at its end. Throws ENOENT if there is none. */
export async function readPiece(store: Blobs, name: string, from: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of store.read(name, { start: from, end: from + length - 1 }))
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
