import { expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { writeMp4 } from '#test/films.ts';
import { startTestServer } from '#test/server.ts';

const MB = 1024 * 1024;
const server = startTestServer();

it('Inline media may be 60 MB in all, and are never in memory as one text', async () => {
  const { call } = await signUp(server);
  const clips = Array.from({ length: 5 }, () => writeMp4(9 * MB));
  const videoGallery = clips.map((clip) => `data:video/mp4;base64,${clip.toString('base64')}`);
  const sent = JSON.stringify({ name: 'Work', fullName: 'Ada', videoGallery });
  expect(sent.length).toBeGreaterThan(60 * MB);
  const { status, body: card } = await call('POST', '/api/cards', sent, {
    'content-type': 'application/json',
  });
  expect([status, new Set(card.videoGallery).size]).toEqual([200, 5]);
  expect((await call('GET', '/api/auth/me')).body.storage.usedBytes).toBe(45 * MB);
});
