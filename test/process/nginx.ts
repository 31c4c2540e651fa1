import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { freePort, makeFolder } from '#test/process/product.ts';

/** Debian's nginx with `deploy/nginx.conf`, in front of a server on this machine: without TLS, in a folder of its own. */

export interface Nginx {
  url: string;
  /** The files of its cache. */
  listKept(): string[];
}

/** Starts nginx in front of the server at this port; it ends with the test. */
export async function startNginx(port: number): Promise<Nginx> {
  const folder = makeFolder();
  const ours = await freePort();
  const program = path.join(packageRoot, 'deploy/nginx-here.mjs');
  const child = spawn(process.execPath, [program, folder, String(ours), String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += String(bytes);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${ours}`;
  while (!(await isAnswering(url))) if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
  return { url, listKept: () => listFiles(path.join(folder, 'cache')) };
}

const isAnswering = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

const listFiles = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
