import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediaReservations } from '#server/db/schema/cards.ts';
import { signUp } from '#test/factories.ts';
import { writeMp4 } from '#test/films.ts';
import { type Client, startTestServer } from '#test/server.ts';

const MB = 1024 * 1024;
const TIMEOUT = { timeout: 15_000 };
const server = startTestServer();
let call: Client;
let cookie: string;
beforeAll(async () => {
  const person = await signUp(server);
  call = person.call;
  const login = { email: person.username, password: 'correct horse' };
  cookie =
    (await server.client()('POST', '/api/auth/login', login)).headers.get('set-cookie')?.split(';')[0] ?? '';
});

const stagedFiles = async () =>
  (await fs.readdir(path.join(server.running.app.config.dataDir, 'media'))).filter((name) =>
    name.endsWith('.part'),
  );
const inline = (bytes: Buffer, type = 'video/mp4') => `data:${type};base64,${bytes.toString('base64')}`;
const usedBytes = async () => (await call('GET', '/api/auth/me')).body.storage.usedBytes;

/** Sends a body in pieces and returns the response. */
function send(pieces: Iterable<string | Buffer>, headers: Record<string, string | number> = {}) {
  return new Promise<{ status: number; body: { message: string; fields?: object } }>((resolve, reject) => {
    const options = { method: 'POST', headers: { cookie, 'content-type': 'application/json', ...headers } };
    const request = http.request(`${server.url}/api/cards`, options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    // The server may refuse before everything is sent.
    request.on('error', reject);
    Readable.from(pieces).pipe(request);
  });
}

describe('Inline media that arrive with a card', () => {
  it('become files, each of its own', { tags: ['thorough'] }, async () => {
    const clips = Array.from({ length: 5 }, () => writeMp4(MB));
    const body = { name: 'Work', fullName: 'Ada', videoGallery: clips.map((clip) => inline(clip)) };
    const { status, body: card } = await call('POST', '/api/cards', body);
    expect(status).toBe(200);
    expect(new Set(card.videoGallery).size).toBe(5);
    expect(await usedBytes()).toBe(5 * MB);
    const stored = await (await fetch(server.url + card.videoGallery[4])).arrayBuffer();
    expect(Buffer.from(stored).equals(clips[4] as Buffer)).toBe(true);
    expect(await stagedFiles()).toEqual([]);
    await call('DELETE', `/api/cards/${card.id}`);
  });

  it('may carry photos with slashes escaped, as some encoders do', { tags: ['thorough'] }, async () => {
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#d4af37' } })
      .jpeg()
      .toBuffer();
    const text = JSON.stringify({ name: 'A', fullName: 'B', profileImage: inline(photo, 'image/jpeg') });
    const { status, body } = await call('POST', '/api/cards', text.replaceAll('/', '\\/'), {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
    expect(body.profileImage).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    await call('DELETE', `/api/cards/${body.id}`);
  });

  it('are refused by their field when they are too large for it', { tags: ['thorough'] }, async () => {
    const large = inline(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(5 * MB)]), 'image/jpeg');
    const { status, body } = await call('POST', '/api/cards', {
      name: 'A',
      fullName: 'B',
      coverImage: large,
    });
    expect(status).toBe(413);
    const message = 'This file is larger than 5MB. Please choose a smaller file.';
    expect(body).toMatchObject({ message, fields: { coverImage: message } });
  });

  it('are as many as a card allows', async () => {
    const photoGallery = Array.from({ length: 100 }, () => 'data:image/png;base64,QUJD');
    const { status, body } = await call('POST', '/api/cards', { name: 'A', fullName: 'B', photoGallery });
    expect(status).toBe(413);
    expect(body.message).toBe('That’s more photos and videos than a card can hold. Please send fewer.');
  });

  it('cannot be named by who did not send them', async () => {
    const token = `data:goldleaf/staged;nonce=${'0'.repeat(32)};base64,1`;
    for (const profileImage of [token, ` ${token}`]) {
      const { status } = await call('POST', '/api/cards', { name: 'A', fullName: 'B', profileImage });
      expect(status).toBe(415);
    }
  });

  it('leave nothing behind, whatever is wrong with the rest', async () => {
    const clip = inline(writeMp4(100_000));
    const before = await usedBytes();
    const wrong = [
      `{"backgroundVideo":"${clip}"`,
      `{"backgroundVideo":"${clip}"}`,
      `{"backgroundVideo":"${clip}","bio":"${'x'.repeat(300_000)}"}`,
      `{"backgroundVideo":"${clip}","photoGallery":${'['.repeat(100)}`,
      `{"name":"A","fullName":"B","backgroundVideo":"${clip}","profileImage":"data:image/png;base64,%%%%"}`,
    ];
    for (const body of wrong) {
      const { status } = await call('POST', '/api/cards', body, { 'content-type': 'application/json' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect(await stagedFiles()).toEqual([]);
    expect(await server.running.app.db.$count(mediaReservations)).toBe(0);
    // Files stored before the invalid photo was found belong to the uploader until the sweep.
    expect((await usedBytes()) - before).toBeLessThanOrEqual(100_000);
  });

  it('leave nothing behind when the sender disconnects halfway', async () => {
    const before = await fs.readdir(path.join(server.running.app.config.dataDir, 'media'));
    const headers = { cookie, 'content-type': 'application/json', 'content-length': 9 * MB };
    const request = http.request(`${server.url}/api/cards`, { method: 'POST', headers });
    const gone = new Promise((resolve) => request.on('error', resolve));
    request.write(`{"name":"A","fullName":"B","backgroundVideo":"${inline(writeMp4(2 * MB))}`);
    await expect.poll(stagedFiles, TIMEOUT).toHaveLength(1);
    request.destroy(new Error('gone'));
    await gone;
    await expect.poll(stagedFiles, TIMEOUT).toEqual([]);
    await expect.poll(() => server.running.app.db.$count(mediaReservations), TIMEOUT).toBe(0);
    expect(await fs.readdir(path.join(server.running.app.config.dataDir, 'media'))).toEqual(before);
  });
});

describe('A hostile body of a card', () => {
  it('of empty objects or lists is refused at 256 KB, whatever its length', async () => {
    const crumbs = `[${'{},'.repeat(20_000)}`;
    const { status, body } = await send(Array.from({ length: 300 }, () => crumbs));
    expect(status).toBe(413);
    expect(body.message).toBe('That’s too large. Please send at most 256 KB.');
  });

  it('that announces more than 64 MB is refused before it is read', async () => {
    const { status, body } = await send(['{}'], { 'content-length': 65 * MB, connection: 'close' });
    expect(status).toBe(413);
    expect(body.message).toBe('That’s too large. Please send at most 64 MB.');
  });
});
