import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/setup.mjs';
import { measureLoad } from './load.mjs';
import { cpuBelow } from './process-tree.mjs';
import { computeMedian, findFreePort, makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * A cached card through `deploy/nginx.conf`, beside the product's own, in turns: CPU of everything that serves it, nginx
 * and the product, as the system counts it. Without TLS, which both would need (docs/decisions/372).
 */

const ROUNDS = 5;
const LOAD = { connections: 64, seconds: 3, headers: { 'accept-encoding': 'br' } };
const WHAT = 'CPU of a cached card through nginx, of the product’s own';
const AT_MOST = 0.6;

export async function measureNginx() {
  if (spawnSync('nginx', ['-v']).error)
    return [{ what: WHAT, missing: 'nginx is not installed', atMost: AT_MOST }];
  const folder = makeFolder();
  const product = await startProduct(folder, { TRUST_PROXY: 'on' });
  const { cardId } = await registerOwner(product.url);
  const port = await findFreePort();
  const args = [path.join(root, 'deploy/nginx-here.mjs'), folder, port, new URL(product.url).port];
  const nginx = spawn(process.execPath, args.map(String), { stdio: ['ignore', 'ignore', 'inherit'] });
  const through = `http://127.0.0.1:${port}/card/${cardId}`;
  while (!(await fetch(through).catch(() => null))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}: its words are above.`);
    await sleep(50);
  }
  const measure = (url) => {
    const before = cpuBelow([nginx.pid, product.pid]);
    const { total } = measureLoad({ url, pid: product.pid }, LOAD);
    return ((cpuBelow([nginx.pid, product.pid]) - before) / total) * 1000;
  };
  const own = `${product.url}/card/${cardId}`;
  for (const url of [own, through]) measure(url);
  const rounds = Array.from({ length: ROUNDS }, () => ({ own: measure(own), through: measure(through) }));
  nginx.kill('SIGTERM');
  await once(nginx, 'close');
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const value = computeMedian(rounds.map((round) => round.through / round.own));
  const shown = rounds.map((round) => `${round.through.toFixed(1)} of ${round.own.toFixed(1)}`).join(', ');
  return [{ what: WHAT, value, shown: `${value.toFixed(2)} (${shown} µs)`, atMost: AT_MOST }];
}
