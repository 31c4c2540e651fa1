import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, inject, it } from 'vitest';
import { DAY_MS } from '#shared/formats/time.ts';
import { type DiskCache, openDiskCache } from './disk-cache.ts';

/** Copies of files on this machine. */

let folder: string;
let hasRoom: boolean;
const troubles: string[] = [];
const open = (bytesMax: number): DiskCache =>
  openDiskCache({
    ...{ folder, bytesMax },
    hasRoom: async () => hasRoom,
    onTrouble: (error) => void troubles.push(error),
  });

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(inject('runFolder'), 'copies-'));
  hasRoom = true;
  troubles.length = 0;
});

const file = (fill: string, bytes = 1_000) => Buffer.alloc(bytes, fill);
const answer =
  (bytes: Buffer, sent = bytes) =>
  async () => ({
    bytes: bytes.length,
    body: Readable.from([sent.subarray(0, 300), sent.subarray(300)]),
  });
const names = async () => (await fs.readdir(folder)).sort();
/** Copies a file and waits for its end. */
async function copy(cache: DiskCache, name: string, bytes = file(name[0] ?? '')) {
  const found = await cache.fill(name, answer(bytes));
  if (found === null || found === 'too large') return found;
  const read = await buffer(found.read());
  await expect.poll(names).toContain(name);
  return read;
}
const setUsed = (name: string, minutes: number) =>
  fs.utimes(path.join(folder, name), new Date(Date.now() - minutes * 60_000), new Date());

it('Those used the longest time ago go when there are too many', async () => {
  const cache = open(3_500);
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await copy(cache, name);
  for (const [name, minutes] of [
    ['a.jpg', 30],
    ['b.jpg', 50],
    ['c.jpg', 40],
  ] as const)
    await setUsed(name, minutes);
  expect(await buffer((await cache.find('b.jpg'))?.read() ?? Readable.from([]))).toEqual(file('b'));
  await copy(cache, 'd.jpg');
  await expect.poll(names).toEqual(['b.jpg', 'd.jpg']);
});

it('Copies that another process added to the folder count soon', async () => {
  const cache = open(32_000);
  await copy(cache, 'a.jpg');
  for (let nth = 0; nth < 40; nth += 1) await fs.writeFile(path.join(folder, `other${nth}.jpg`), file('o'));
  for (const name of ['b.jpg', 'c.jpg', 'd.jpg']) await copy(cache, name);
  await expect.poll(async () => (await names()).length).toBeLessThan(33);
});

it('A copy that breaks off leaves nothing, and the next one is whole', async () => {
  const cache = open(3_500);
  const short = await cache.fill('a.jpg', answer(file('a'), file('a', 900)));
  if (short === null || short === 'too large') throw new Error('No copy was begun.');
  await expect(buffer(short.read())).rejects.toMatchObject({
    code: 'unavailable',
    sentence: expect.stringContaining('900 of 1000 bytes'),
  });
  await expect.poll(names).toEqual([]);
  expect(await copy(cache, 'a.jpg')).toEqual(file('a'));
});

it('A part that a killed process left goes with the next that is added', async () => {
  await fs.writeFile(path.join(folder, '.1-2.part'), 'half');
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  await fs.utimes(path.join(folder, '.1-2.part'), old, old);
  await copy(open(3_500), 'a.jpg');
  await expect.poll(names).toEqual(['a.jpg']);
});

it('A copy goes a day after its file was last known to exist, however often it is used', async () => {
  const cache = open(3_500);
  for (const name of ['a.jpg', 'b.jpg']) await copy(cache, name);
  const file = path.join(folder, 'a.jpg');
  await fs.utimes(file, new Date(), new Date(Date.now() - 1.1 * DAY_MS));
  await cache.tidy();
  expect(await names()).toEqual(['b.jpg']);
});

it('No copy is made of what is larger than all of it, nor on a disk without room', async () => {
  const cache = open(3_500);
  expect(await copy(cache, 'a.jpg', file('a', 4_000))).toBe('too large');
  hasRoom = false;
  expect(await copy(cache, 'b.jpg')).toBe('too large');
  expect(await names()).toEqual([]);
  expect(await cache.fill('c.jpg', async () => null)).toBeNull();
});

it('A part of one that is still arriving is sent as soon as it is there', async () => {
  const cache = open(3_500);
  const body = new Readable({ read() {} });
  const found = await cache.fill('a.jpg', async () => ({ bytes: 1_000, body }));
  if (found === null || found === 'too large') throw new Error('No copy was begun.');
  body.push(file('a', 500));
  expect(await buffer(found.read({ start: 0, end: 99 }))).toEqual(file('a', 100));
  expect(await names()).not.toContain('a.jpg');
  body.push(file('a', 500));
  body.push(null);
  expect(await buffer(found.read())).toEqual(file('a'));
});
