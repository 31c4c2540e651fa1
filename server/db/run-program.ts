import { type SpawnOptions, spawn } from 'node:child_process';

/** How a program ended: `code` is null where it did not start or was killed, and `words` is what it said then. */
export interface ProgramEnd {
  code: number | null;
  words: string;
}

/**
 * Runs a program of the database to its end, in a group of its own: a Ctrl+C is meant for us, who then wait for it. Never
 * synchronously, since signals are not heard meanwhile.
 */
export function runProgram(file: string, args: string[], options: SpawnOptions): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    let words = '';
    const child = spawn(file, args, { ...options, detached: true });
    child.stdout?.resume();
    child.stderr?.on('data', (bytes: Buffer) => {
      words += String(bytes);
    });
    child.once('error', (error) => resolve({ code: null, words: error.message }));
    child.once('close', (code) => resolve({ code, words }));
  });
}
