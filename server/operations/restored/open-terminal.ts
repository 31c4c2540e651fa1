import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Where an operator is asked. */
export interface Terminal {
  say(text: string): void;
  /** Resolves to what was typed. Throws if no more can be typed. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** A line that is typed before its question is its answer. */
export function openTerminal(input: Readable, output: Writable): Terminal {
  const lines = createInterface({ input, output });
  const typed = lines[Symbol.asyncIterator]();
  return {
    say: (text) => void output.write(`${text}\n`),
    async ask(question) {
      lines.setPrompt(question);
      lines.prompt();
      const { value, done } = await typed.next();
      if (done) throw new Error('Nothing was changed: this copy is still held.');
      return value;
    },
    close: () => lines.close(),
  };
}
