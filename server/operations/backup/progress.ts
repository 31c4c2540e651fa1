import type { WriteStream } from 'node:tty';

/** Says how far it is. */
export type OnProgress = (text: string) => void;

const EVERY_MS = 200;

/** One line at a terminal that says how far long work is; nothing where nobody watches. */
export function createProgress(out: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>) {
  let shownAt = 0;
  let isShown = false;
  return {
    show(text: string): void {
      if (!out.isTTY || performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      out.write(`\r\x1b[K${text.slice(0, out.columns - 1)}`);
    },
    clear(): void {
      if (isShown) out.write('\r\x1b[K');
      isShown = false;
    },
  };
}
