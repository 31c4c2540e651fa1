import streams from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scanRoutes } from './scan-files.ts';

const WORKER = gzipSync('self.onmessage = () => {};');
const DATA = gzipSync(Buffer.alloc(100_000, 'letters'));
const DATA_PATH = '/scan/0123456789abcdef/eng.traineddata';
let server: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-scan-'));
  const list = [
    {
      path: '/scan/reader.js',
      file: 'reader.js.gz',
      size: WORKER.length,
      type: 'text/javascript',
      hash: 'aaaa',
    },
    { path: DATA_PATH, file: 'eng.gz', size: DATA.length, type: 'application/octet-stream', hash: 'bbbb' },
  ];
  await fs.writeFile(path.join(folder, 'files.json'), JSON.stringify(list));
  await fs.writeFile(path.join(folder, 'reader.js.gz'), WORKER);
  await fs.writeFile(path.join(folder, 'eng.gz'), DATA);
  server = Fastify();
  scanRoutes(server, null, folder);
});
afterAll(async () => {
  await server.close();
  await fs.rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe('The files that read paper cards', () => {
  it('are not read for their headers alone', async () => {
    const read = vi.spyOn(streams, 'createReadStream');
    const { headers, statusCode } = await server.inject({ method: 'HEAD', url: DATA_PATH });
    expect([statusCode, headers['content-length']]).toEqual([200, String(DATA.length)]);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('come packed, and only the worker may compile WebAssembly', async () => {
    const worker = await get('/scan/reader.js');
    expect(gunzipSync(worker.rawPayload).toString()).toContain('onmessage');
    expect(worker.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    });
    const data = await get(DATA_PATH);
    expect(data.rawPayload.equals(DATA)).toBe(true);
    expect(data.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(DATA.length),
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('are sent again only if they changed, and in parts where asked', async () => {
    expect((await get(DATA_PATH, { 'if-none-match': '"bbbb"' })).statusCode).toBe(304);
    const part = await get(DATA_PATH, { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${DATA.length}`]);
    expect(part.rawPayload.equals(DATA.subarray(10, 20))).toBe(true);
    expect((await get(DATA_PATH, { range: 'bytes=999999-' })).statusCode).toBe(416);
    expect((await get(DATA_PATH, { range: 'bytes=0-9', 'if-range': '"old"' })).statusCode).toBe(200);
  });

  it.each([
    '/scan/files.json',
    '/scan/reader.js.gz',
    '/scan/eng.gz',
    '/scan/0123456789abcdef/reader.js',
    '/scan/0123456789abcdef/..%2ffiles.json',
    '/scan/..%2f..%2fpackage.json',
    '/scan/other/eng.traineddata',
  ])('are all there is: %s is not found', async (url) => expect((await get(url)).statusCode).toBe(404));
});
