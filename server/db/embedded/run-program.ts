import { type SpawnOptions, spawn } from 'node:child_process';

/** How a program ended: `code` is null if it did not start or was killed; `words` is its output. */
export interface ProgramEnd {
  code: number | null;
  words: string;
}

/**
 * Runs a program of the database until it exits, in its own process group: a Ctrl+C is meant for us, and we then wait
 * for the program. Never synchronous, since that would block signals.
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
