import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { copyPreparedData } from '#test/process/prepared-data.ts';
import { launchProduct, makeFolder, type Product, startProduct } from '#test/process/product.ts';

/** An installation as `npm ci --omit=dev --workspaces=false` leaves it: only packages that run the product. */

interface Scripts {
  readPackages(root: string): { upTo(set: 'product' | 'build' | 'tools'): string[] };
}
const { readPackages }: Scripts = await import(path.join(packageRoot, 'scripts/packages.mjs'));
const { SOURCES }: { SOURCES: string[] } = await import(path.join(packageRoot, 'scripts/setup.mjs'));

/** `cp` keeps times to the nanosecond, as unpacking an image does. */
function copy(names: string[], root: string): void {
  const given = names.map((name) => path.join(packageRoot, name));
  expect(spawnSync('cp', ['-a', ...given, root]).status).toBe(0);
}

function install(): string {
  const root = makeFolder();
  copy(['dist', 'scripts', 'package.json'], root);
  const lock = JSON.parse(fs.readFileSync(path.join(packageRoot, 'package-lock.json'), 'utf8'));
  const installed: Record<string, unknown> = {};
  for (const at of readPackages(packageRoot).upTo('product')) {
    const from = path.join(packageRoot, at);
    if (!fs.existsSync(from)) continue;
    installed[at] = lock.packages[at];
    // One inside another comes with it.
    if (at.lastIndexOf('node_modules/') > 0) continue;
    fs.mkdirSync(path.dirname(path.join(root, at)), { recursive: true });
    fs.symlinkSync(from, path.join(root, at));
  }
  fs.writeFileSync(
    path.join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: installed }),
  );
  fs.mkdirSync(path.join(root, 'data'));
  copyPreparedData(inject('preparedData'), path.join(root, 'data'));
  fs.mkdirSync(path.join(root, 'bin'));
  fs.writeFileSync(path.join(root, 'bin/npm'), '#!/bin/sh\necho npm "$@"\nexit 1\n', { mode: 0o755 });
  return root;
}

const settings = (root: string) => ({
  DATA_DIR: path.join(root, 'data'),
  PATH: `${path.join(root, 'bin')}:${process.env.PATH}`,
  // Packages find each other in the folder where they are linked.
  NODE_OPTIONS: '--preserve-symlinks',
});
const startIn = (root: string) => startProduct(settings(root), {}, path.join(root, 'scripts/start.mjs'));

async function tryOut(product: Product, cardId: string) {
  expect(product.output()).not.toMatch(/npm|Installing|Building/);
  expect((await callServer(product.url, 'GET', `/card/${cardId}`)).body).toContain('Ada Byron');
  expect((await callServer(product.url, 'GET', '/dashboard')).body).toContain('<script');
  const picture = await fetch(`${product.url}/api/cards/${cardId}/qr.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  product.kill('SIGTERM');
  await product.ended;
}

it('serves where there are only the build, the start scripts and the packages that run it, also beside sources that the build is of, and installs what builds once they differ', async () => {
  const root = install();
  const product = await startIn(root);
  const { cardId } = await registerOwner(product.url);
  await tryOut(product, cardId);

  copy([...SOURCES, 'package-lock.json'], root);
  await tryOut(await startIn(root), cardId);

  fs.appendFileSync(path.join(root, 'server/main.ts'), '\n');
  const again = await launchProduct(settings(root), {}, path.join(root, 'scripts/start.mjs'));
  expect((await again.ended).code).toBe(1);
  expect(again.output()).toMatch(/^Installing \d+ packages that run and build Goldleaf …\nnpm install/);
});
