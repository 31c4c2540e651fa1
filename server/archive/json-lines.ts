import fs from 'node:fs';

const HELD_LENGTH = 256 * 1024;

/** A file of JSON, one value a line. For a child process: it blocks. */
export function createLines(file: string) {
  const handle = fs.openSync(file, 'w');
  let held: string[] = [];
  let length = 0;
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
    write(value: unknown): void {
      const line = `${JSON.stringify(value)}\n`;
      held.push(line);
      length += line.length;
      if (length > HELD_LENGTH) flush();
    },
    end(): void {
      flush();
      fs.fsyncSync(handle);
      close();
    },
    close,
  };
}
