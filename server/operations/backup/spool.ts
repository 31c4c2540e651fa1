import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A backup from standard input is read twice, so it is kept in a private file of DATA_DIR for as long as that takes. */

const SPOOL = /^\.restore-\d+\.tar$/;

/** Copies the stream into a file, whose name it resolves to; whoever calls it removes the file. */
export async function spoolBackup(dataDir: string, input: Readable, signal: AbortSignal): Promise<string> {
  for (const name of await fs.readdir(dataDir))
    if (SPOOL.test(name)) await fs.rm(path.join(dataDir, name), { force: true });
  const file = path.join(dataDir, `.restore-${process.pid}.tar`);
  try {
    await pipeline(input, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  }
  return file;
}
