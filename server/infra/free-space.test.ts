import fs from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { watchFreeSpace } from '#server/infra/free-space.ts';
import { startTestServer } from '#test/server.ts';

const GIGABYTE = 1024 ** 3;
const server = startTestServer();

/** A disk of this many gigabytes, with this many free; a block is 4 KB. */
function pretendDisk(gigabytes: number, free: number) {
  const blocks = (of: number) => Math.floor((of * GIGABYTE) / 4096);
  const facts = { bavail: blocks(free), blocks: blocks(gigabytes), bsize: 4096 };
  return vi.spyOn(fs, 'statfs').mockResolvedValue(facts as Awaited<ReturnType<typeof fs.statfs>>);
}

afterEach(() => vi.restoreAllMocks());

it.each([
  [1000, 2.1, true],
  [1000, 1.9, false],
  [10, 0.6, true],
  [10, 0.4, false],
])('on a disk of %d GB with %d GB free, uploads are accepted: %s', async (gigabytes, free, passes) => {
  pretendDisk(gigabytes, free);
  const asked = watchFreeSpace('/').require();
  if (passes) await expect(asked).resolves.toBeUndefined();
  else await expect(asked).rejects.toMatchObject({ code: 'storage_full', status: 507 });
});

it('checks the disk once in three seconds at most, and accepts uploads again once there is space', async () => {
  let now = 0;
  const look = pretendDisk(1000, 1);
  const space = watchFreeSpace('/', () => now);
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => space.require()));
  expect(asked.every(({ status }) => status === 'rejected')).toBe(true);
  expect(look).toHaveBeenCalledTimes(1);
  pretendDisk(1000, 3);
  now = 3_000;
  await space.require();
});

it('refuses an upload with 507 and a message while the disk has no space, and keeps no file', async () => {
  const client = server.client();
  const person = { username: 'ada', email: 'ada@example.com', password: 'correct horse', fullName: 'Ada' };
  await client('POST', '/api/auth/register', person);
  pretendDisk(1000, 1);
  const form = new FormData();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  form.append('file', new Blob([Buffer.from(pixel, 'base64')]), 'photo.png');
  const refused = await client('POST', '/api/media', form);
  expect([refused.status, refused.body.code]).toEqual([507, 'storage_full']);
  expect(refused.body.message).toBe(
    'We’re out of space for files right now, so nothing was changed. Please try again later.',
  );
  expect(refused.headers.get('retry-after')).toBe('300');
  expect(await fs.readdir(`${server.running.app.config.dataDir}/media`)).toEqual([]);
});
