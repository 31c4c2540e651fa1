import { spawn } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#server/config/package-root.ts';

/** The built commands `backup` and `restore` as processes, which may be killed. */

export interface BackupCommand {
  pid: number;
  output(): string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<{ code: number | null; output: string }>;
}

export function startCommand(
  name: 'backup' | 'restore' | 'command',
  settings: Record<string, string>,
  ...words: string[]
): BackupCommand {
  const program = path.join(packageRoot, `dist/server/${name}.js`);
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += String(bytes);
    });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))),
  };
}
