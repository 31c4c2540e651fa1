import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '#server/config/package-root.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a product that was started once and stopped: copying it takes a twentieth of a first start. */
    preparedData: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-prepared-'));
  fs.chmodSync(folder, 0o755);
  const child = spawn(process.execPath, [path.join(packageRoot, 'dist/server/main.js')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal: AbortSignal.timeout(60_000),
  });
  child.once('message', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`A first start ended with ${code}.`);
  project.provide('preparedData', folder);
  return () => fs.rmSync(folder, { recursive: true, force: true });
}

/** Copies it into an empty folder, with the owners of its files. */
export function copyPreparedData(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to]);
  if (status !== 0) throw new Error(String(stderr));
}
