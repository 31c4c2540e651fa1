import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer({ PUBLIC_URL: 'https://cards.example.com' });
let call: Client;
let url: string;
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + address, { method, headers });
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name)),
  );

beforeAll(async () => {
  ({ call } = await signUp(server));
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#d4af37' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const { status, body } = await call('POST', '/api/media', form);
  expect(status).toBe(200);
  url = body.url;
});

describe('A picture', () => {
  it('comes in the widths phones need, as WebP', async () => {
    for (const width of [400, 800]) {
      const answer = await get(url.replace('.jpg', `-${width}.webp`));
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect((await get(url.replace('.jpg', '-300.webp'))).status).toBe(404);
    expect((await get(`/media/${'0'.repeat(32)}-400.webp`)).status).toBe(404);
  });

  it('is sent from memory as it was from disk, whatever happens to the disk', async () => {
    const first = await get(url);
    const bytes = Buffer.from(await first.arrayBuffer());
    const file = path.join(server.running.app.config.dataDir, url);
    await fs.rename(file, `${file}.away.jpg`);
    const second = await get(url);
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
    expect(second.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const head = await get(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    const unchanged = await get(url, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    await fs.rename(`${file}.away.jpg`, file);
    const part = await get(url, { range: 'bytes=0-9' });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });
});
