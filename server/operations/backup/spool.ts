import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spoolFile } from '#server/db/half-restored.ts';

/**
 * Copies a backup from standard input, which is read twice, into a private file of DATA_DIR, whose name it resolves to;
 * whoever calls it removes the file.
 */
export async function spoolBackup(dataDir: string, input: Readable, signal: AbortSignal): Promise<string> {
  const file = spoolFile(dataDir);
  try {
    await pipeline(input, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  }
  return file;
}
