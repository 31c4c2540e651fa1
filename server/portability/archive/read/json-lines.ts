import { createLineFile } from '#server/people/import/read/import-files.ts';
import type { DiskBudget } from '../disk-budget.ts';

/** A file of JSON, one value a line, of so many bytes at most. For a child process: it blocks. */
export function createLines(file: string, budget: DiskBudget, bytesMax: number) {
  const { add, end, close } = createLineFile(file);
  let written = 0;
  return {
    /** Returns false, and leaves the value out, if it would not fit. */
    write(value: unknown): boolean {
      const line = `${JSON.stringify(value)}\n`;
      const bytes = Buffer.byteLength(line);
      if (written + bytes > bytesMax) return false;
      budget.spend(bytes);
      written += bytes;
      add(line);
      return true;
    },
    end,
    close,
  };
}
