import { spawn } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#server/config/package-root.ts';

/** The built command's output, its recorded events, and its exit code. */
export function runAdmin(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; output: string; events: string[] }> {
  const child = spawn(process.execPath, [path.join(packageRoot, 'dist/server/command.js'), ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += String(bytes);
    });
  }
  return new Promise((resolve) =>
    child.once('close', (code) => {
      const lines = output.split(/(?<=\n)/);
      const isEvent = (line: string) => line.startsWith('{"level"');
      const events = lines.filter(isEvent).map((line) => String(JSON.parse(line).event));
      resolve({ code, output: lines.filter((line) => !isEvent(line)).join(''), events });
    }),
  );
}
