import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { makeChain } from '#server/sharing/wallet/development-chain.ts';
import { freePort, makeFolder } from '#test/process/product.ts';

/** Debian's nginx with `deploy/nginx.conf`, in front of servers on this machine, in a folder of its own. */

export interface Nginx {
  url: string;
  /** The files of its cache. */
  listKept(): string[];
}

/** Starts nginx without TLS in front of the servers at these ports; it ends with the test. */
export async function startNginx(...ports: number[]): Promise<Nginx> {
  const folder = makeFolder();
  const ours = await freePort();
  const program = path.join(packageRoot, 'deploy/nginx-here.mjs');
  const child = spawn(process.execPath, [program, folder, String(ours), ports.join()], {
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

/** The words of `nginx -t` about the whole site, with a certificate, on ports that are free. */
export async function checkSite(): Promise<string> {
  const folder = makeFolder();
  const { certificate, key } = await makeChain('pass.com.example', 'EXAMPLE', new Date());
  fs.writeFileSync(path.join(folder, 'fullchain.pem'), certificate);
  fs.writeFileSync(path.join(folder, 'privkey.pem'), key);
  const [http, https] = [await freePort(), await freePort()];
  const site = fs
    .readFileSync(path.join(packageRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/letsencrypt/live/cards.example.com', folder)
    .replaceAll('/var/cache/nginx/goldleaf', path.join(folder, 'cache'))
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${http};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${https} `);
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(file, `pid ${folder}/pid; events {} http { access_log off; ${site} }`);
  return spawnSync('nginx', ['-t', '-c', file, '-p', folder, '-e', 'stderr'], { encoding: 'utf8' }).stderr;
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
