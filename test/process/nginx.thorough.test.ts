import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { type Endpoint, isMultipart } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { contract } from '#shared/contract.ts';
import { checkSite, startNginx } from '#test/process/nginx.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { makeDataFolder, startProduct } from '#test/process/product.ts';

async function startBehindNginx() {
  const product = await startProduct({ DATA_DIR: makeDataFolder(), TRUST_PROXY: 'on' });
  const nginx = await startNginx(product.port);
  return { product, nginx, owner: await registerOwner(product.url) };
}

const GONE_MS = 45_000;
const read = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

it('is a site that nginx takes as it is, once it has a name and a certificate', async () => {
  expect(await checkSite()).toContain('test is successful');
});

it('keeps a card once for every query and wish for an encoding, and forgets a hidden one within 30 seconds', async () => {
  const { product, nginx, owner } = await startBehindNginx();
  const page = `/card/${owner.cardId}`;
  const before = nginx.listKept().length;
  for (const query of ['', '?utm_source=fair', '?fbclid=x&via=qr'])
    for (const wish of ['br', 'br;q=1.0, gzip', 'gzip, deflate, br, zstd'])
      expect(await (await read(nginx.url + page + query, { 'accept-encoding': wish })).text()).toContain(
        'Ada Byron',
      );
  expect(nginx.listKept()).toHaveLength(before + 1);
  expect(
    (await read(nginx.url + page, { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding'),
  ).toBe('gzip');

  await callServer(product.url, 'PUT', `/api/cards/${owner.cardId}`, { isActive: false }, owner.cookie);
  await expect.poll(async () => (await read(nginx.url + page)).status, { timeout: GONE_MS }).toBe(404);
  await expect
    .poll(async () => (await read(nginx.url + page, { 'accept-encoding': 'br' })).status, {
      timeout: GONE_MS,
    })
    .toBe(404);
});

it('shows cards and their contact files while Goldleaf is away, for a day at most', async () => {
  const { product, nginx, owner } = await startBehindNginx();
  const kept = [`/card/${owner.cardId}`, `/api/cards/${owner.cardId}/vcard`, '/'];
  for (const page of kept) expect((await read(nginx.url + page)).status).toBe(200);
  product.kill('SIGKILL');
  await product.ended;
  const ask = () => Promise.all(kept.map(async (page) => (await read(nginx.url + page)).status));
  // Their 30 seconds are over, too.
  await expect
    .poll(() => nginx.listKept().every((file) => Date.now() - fs.statSync(file).mtimeMs > 31_000), {
      timeout: GONE_MS,
    })
    .toBe(true);
  expect(await ask()).toEqual([200, 200, 200]);
  const unknown = await read(`${nginx.url}/card/other`);
  expect([unknown.status, await unknown.text()]).toEqual([
    503,
    'Goldleaf is away for a moment. Please try again.\n',
  ]);

  const dayAgo = Date.now() / 1000 - 24 * 60 * 60;
  for (const file of nginx.listKept()) fs.utimesSync(file, dayAgo, dayAgo);
  forgetStale(nginx.listKept());
  expect(await ask()).toEqual([503, 503, 503]);
});

/** Runs the command of the unit on the folder of these files. */
function forgetStale([file = '']: string[]): void {
  const unit = fs.readFileSync(path.join(packageRoot, 'deploy/goldleaf-forget-stale.service'), 'utf8');
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [program = '', , ...rest] = command.split(' ');
  const { status } = spawnSync(program, [path.dirname(file).replace(/\/.\/..$/, ''), ...rest]);
  expect(status).toBe(0);
}

it('keeps nothing that was answered to somebody signed in, nothing refused, and nothing about a session', async () => {
  const { nginx, owner } = await startBehindNginx();
  const before = nginx.listKept().length;
  const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
  for (const endpoint of endpoints) {
    if (isMultipart(endpoint.body) || endpoint.path.endsWith('/stream')) continue;
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, owner.cardId]),
    );
    const url = nginx.url + pathTo(endpoint.path, params);
    const headers = { cookie: owner.cookie, 'content-type': 'application/json' };
    const isRead = endpoint.method === 'GET';
    await (
      await fetch(url, { method: endpoint.method, headers, ...(isRead ? {} : { body: '{}' }) })
    ).arrayBuffer();
    if (isRead) await (await read(url, { authorization: 'Bearer token' })).arrayBuffer();
    if (isRead && endpoint.who !== 'anyone') await (await read(url)).arrayBuffer();
  }
  for (const page of ['/dashboard', '/healthz', '/readyz', '/metrics', '/auth/login', '/card/missing'])
    await (await read(nginx.url + page, { cookie: owner.cookie })).arrayBuffer();
  for (const page of ['/healthz', '/readyz', '/metrics', '/card/missing'])
    await (await read(nginx.url + page)).arrayBuffer();
  expect(nginx.listKept()).toHaveLength(before);
});

/** A release with one file of its own; `stop` ends it. */
async function startRelease(name: string) {
  const file = `/assets/main-${name}.js`;
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript',
  };
  const release = http.createServer((request, response) => {
    if (request.url === file) response.writeHead(200, headers).end(name);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => release.listen(0, '127.0.0.1', resolve));
  const stop = () => release.close().closeAllConnections();
  onTestFinished(stop);
  return { file, stop, port: (release.address() as AddressInfo).port };
}

it('gives the page of each of two releases its files, and those that were asked for also once its release has gone', async () => {
  const [old, young] = [await startRelease('old'), await startRelease('young')];
  const nginx = await startNginx(old.port, young.port);
  const readAll = (files: string[]) =>
    Promise.all(files.map(async (file) => (await read(nginx.url + file, { cookie: 'session=1' })).status));
  for (let time = 0; time < 4; time += 1)
    expect(await readAll([old.file, young.file, '/assets/other.js'])).toEqual([200, 200, 404]);
  old.stop();
  expect(await readAll([old.file, young.file])).toEqual([200, 200]);
});
