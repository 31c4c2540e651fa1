import fs from 'node:fs';
import type { DiskBudget } from '../disk-budget.ts';

const HELD_LENGTH = 256 * 1024;

/** A file of JSON, one value a line, of so many bytes at most. For a child process: it blocks. */
export function createLines(file: string, budget: DiskBudget, bytesMax: number) {
  const handle = fs.openSync(file, 'w');
  let held: string[] = [];
  let length = 0;
  let written = 0;
  let isClosed = false;
  const flush = () => {
    fs.writeSync(handle, held.join(''));
    held = [];
    length = 0;
  };
  const close = () => {
    if (!isClosed) fs.closeSync(handle);
    isClosed = true;
  };
  return {
    /** Returns false, and leaves the value out, if it would not fit. */
    write(value: unknown): boolean {
      const line = `${JSON.stringify(value)}\n`;
      const bytes = Buffer.byteLength(line);
      if (written + bytes > bytesMax) return false;
      budget.spend(bytes);
      written += bytes;
      held.push(line);
      length += line.length;
      if (length > HELD_LENGTH) flush();
      return true;
    },
    end(): void {
      flush();
      fs.fsyncSync(handle);
      close();
    },
    close,
  };
}
