import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { loadStaticFiles } from '#server/infra/http/static-files.ts';

let folder: string;
let server: Server;
const STYLES = 'body { color: black }\n'.repeat(100);

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-static-'));
  await fs.mkdir(path.join(folder, 'assets/folder.css'), { recursive: true });
  await fs.writeFile(path.join(folder, 'assets/app-1.css'), STYLES);
  await fs.writeFile(path.join(folder, 'logo.svg'), '<svg/>');
  await fs.writeFile(path.join(folder, 'notes.txt'), 'private');
  await fs.writeFile(path.join(folder, 'worker.js'), 'self');
  const pages = createPageCache({ readVersions: async () => new Map() });
  const files = await loadStaticFiles(folder, pages, {
    '/worker.js': { 'service-worker-allowed': '/card/' },
  });
  server = createServer((request, response) => {
    if (!files.serve(request, response)) response.writeHead(404).end('elsewhere');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await fs.rm(folder, { recursive: true });
});

const get = (name: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${name}`, { method });

it.each(['/assets/app-1.css', '/assets/app-1.css?v=2', '/assets/app-1.css?'])(
  'serves %s with a lifetime of a year',
  async (url) => {
    const answer = await get(url);
    expect([answer.status, await answer.text()]).toEqual([200, STYLES]);
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

it('makes browsers revalidate files whose names carry no hash', async () => {
  const { headers } = await get('/logo.svg');
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache']);
});

it('adds the headers of a single file, such as a worker, whose address never changes', async () => {
  const { headers } = await get('/worker.js');
  expect([headers.get('service-worker-allowed'), headers.get('cache-control')]).toEqual([
    '/card/',
    'no-cache',
  ]);
  expect((await get('/logo.svg')).headers.get('service-worker-allowed')).toBe(null);
});

it.each(['/notes.txt', '/assets/folder.css', '/assets', '/', '/../package.json'])(
  'does not serve %s',
  async (url) => {
    expect((await get(url)).status).toBe(404);
  },
);

it('responds to HEAD, and leaves all but reads to others', async () => {
  const head = await get('/logo.svg', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await get('/logo.svg', 'POST')).status).toBe(404);
});

it('has no files if there is no folder', async () => {
  const none = await loadStaticFiles(
    path.join(folder, 'none'),
    createPageCache({ readVersions: async () => new Map() }),
  );
  expect(none.serve({ method: 'GET', url: '/logo.svg' } as never, {} as never)).toBe(false);
});
