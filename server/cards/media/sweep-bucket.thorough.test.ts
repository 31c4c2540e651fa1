import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { media } from '#server/db/schema/cards.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { formOf, WAIT } from '#test/imports.ts';
import { type BucketServer, newPicture, openBucketServer } from '#test/s3/bucket-server.ts';
import { refuse } from '#test/s3/s3-server.ts';

/** The sweep of photos in a bucket that does not do as it is told. */

const clock = { now: new Date() };
let s3: BucketServer['s3'];
let server: BucketServer['server'];
let call: BucketServer['call'];
let inBucket: BucketServer['inBucket'];
let close: BucketServer['close'];
beforeAll(async () => {
  ({ s3, server, call, inBucket, close } = await openBucketServer(() => clock.now));
});
afterAll(() => close());
/** The next test begins without the rows that a sweep left. */
afterEach(async () => {
  vi.restoreAllMocks();
  s3.refused = null;
  s3.instead = null;
  await server.running.app.db.execute(sql`delete from media where is_writing`);
});

const upload = (bytes: Buffer) => call('POST', '/api/media', formOf(bytes, 'photo.png'));
/** A photo like no other that was let go, and not used for a day. */
const uploadForgotten = async () => {
  clock.now = new Date();
  const bytes = await newPicture().png().toBuffer();
  const { url } = (await upload(bytes)).body;
  await server.running.app.db.execute(sql`delete from media_owners where media_name = ${path.basename(url)}`);
  clock.now = new Date(Date.now() + 1.1 * DAY_MS);
  return { bytes, url: url as string };
};
const uploadSeveral = async (count: number) => {
  const urls: string[] = [];
  while (urls.length < count) urls.push((await uploadForgotten()).url);
  return urls.sort();
};
const endIdleTransactions = () =>
  server.running.app.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
/** Undefined without a row, and true while an upload of it waits. */
const isClaimed = async (url: string) => {
  const { rows } = await server.running.app.db.execute(sql`
    select deleting_until > now() as "isClaimed" from media where name = ${path.basename(url)}`);
  return rows[0]?.isClaimed;
};

it('A photo whose DELETE was answered with an error is deleted by another', async () => {
  const { url } = await uploadForgotten();
  const refused = new Set<string>();
  s3.instead = (called, response) => {
    if (!called.startsWith('DELETE') || refused.has(called)) return false;
    refused.add(called);
    refuse(response, 'SlowDown');
    return true;
  };
  expect(await sweepMedia(server.running.app)).toBe(1);
  expect([refused.size, inBucket(path.basename(url)), await isClaimed(url)]).toEqual([3, false, undefined]);
});

it.each(['DELETE without an answer', 'DELETE that fails again and again'])(
  'After a %s, the others go',
  async (which) => {
    const urls = await uploadSeveral(6);
    const [, failing = ''] = urls;
    s3.instead = (called, response) => {
      if (called !== `DELETE ${failing.slice(1)}`) return false;
      if (which === 'DELETE without an answer') response.destroy();
      else refuse(response, 'SlowDown');
      return true;
    };
    await expect(sweepMedia(server.running.app)).rejects.toThrow('Photos and files aren’t available');
    for (const url of urls)
      expect([url, inBucket(path.basename(url)), await isClaimed(url)]).toEqual(
        url === failing ? [url, true, true] : [url, false, undefined],
      );
  },
);

it.each([504, 503])('A DELETE that a gateway answers with %i alone is not repeated', async (status) => {
  const { url } = await uploadForgotten();
  const asked: string[] = [];
  s3.instead = (called, response) => {
    if (called !== `DELETE ${url.slice(1)}`) return false;
    asked.push(called);
    response.writeHead(status).end('upstream connect error');
    return true;
  };
  await expect(sweepMedia(server.running.app)).rejects.toThrow('Photos and files aren’t available');
  expect([asked.length, await isClaimed(url)]).toEqual([1, true]);
});

it.each([
  ['with a code', (response: ServerResponse) => refuse(response, 'NoSuchKey')],
  ['without one', (response: ServerResponse) => void response.writeHead(404).end()],
  ['in words', (response: ServerResponse) => void response.writeHead(404).end('404 page not found')],
])('A store that answers a DELETE of what is not there with 404 %s has deleted it', async (_, answer) => {
  const { url } = await uploadForgotten();
  s3.objects.delete(`some/where${url.replace('.jpg', '-400.webp')}`);
  s3.instead = (called, response, object) => {
    if (!called.startsWith('DELETE') || object.length > 0) return false;
    answer(response);
    return true;
  };
  expect(await sweepMedia(server.running.app)).toBe(1);
  expect(await isClaimed(url)).toBe(undefined);
});

it('A photo is not taken for deleted while a store answers 404 to everything', async () => {
  const { url } = await uploadForgotten();
  s3.instead = (_called, response) => {
    response.writeHead(404).end();
    return true;
  };
  await expect(sweepMedia(server.running.app)).rejects.toThrow('Photos and files aren’t available');
  expect(await isClaimed(url)).toBe(true);
});

it('A photo that a sweep failed to delete is written again when it is uploaded again', {
  tags: ['thorough'],
}, async () => {
  const { app } = server.running;
  const { bytes, url } = await uploadForgotten();
  const name = path.basename(url);
  s3.refused = new RegExp(`^DELETE media/${name.replace('.jpg', '-400')}`);
  await expect(sweepMedia(app)).rejects.toThrow('Photos and files aren’t available');
  s3.refused = null;
  expect(inBucket(name)).toBe(false);
  expect((await upload(bytes)).body.url).toBe(url);
  expect(inBucket(name)).toBe(true);
  expect(await sweepMedia(app)).toBe(0);
  expect(inBucket(name)).toBe(true);
});

it('A photo whose DELETE had no answer stays claimed: the bucket may carry it out yet', async () => {
  const { url } = await uploadForgotten();
  s3.broken = new RegExp(`^DELETE media/${path.basename(url)}`);
  await expect(sweepMedia(server.running.app)).rejects.toThrow('Photos and files aren’t available');
  expect(await isClaimed(url)).toBe(true);
});

it('A photo whose DELETE had no answer stays claimed if the connection to the database is lost, too', async () => {
  const { app } = server.running;
  const { url } = await uploadForgotten();
  vi.spyOn(app.blobs, 'delete').mockImplementation(async () => {
    await endIdleTransactions();
    throw new BucketError('It does not answer.', false);
  });
  await expect(sweepMedia(app)).rejects.toThrow();
  // The pool may not have heard yet that a connection was ended.
  await expect.poll(() => isClaimed(url)).toBe(true);
});

it('Photos that are refused keep no others', async () => {
  const urls = await uploadSeveral(8);
  const ordered = urls.map((url) => url.slice(1)).sort();
  s3.refused = new RegExp(`^DELETE (${ordered.slice(0, 5).join('|')})$`);
  await expect(sweepMedia(server.running.app)).rejects.toThrow('Photos and files aren’t available');
  s3.refused = null;
  const kept = [...s3.objects.keys()];
  expect(ordered.filter((name) => kept.some((key) => key.endsWith(name)))).toEqual(ordered.slice(0, 5));
});

it('Cards may show the photos that a sweep did not come to before it failed', {
  tags: ['thorough'],
}, async () => {
  const urls = await uploadSeveral(6);
  s3.calls.length = 0;
  s3.instead = (called, response) => {
    if (!called.startsWith('DELETE media')) return false;
    response.writeHead(504).end();
    return true;
  };
  await expect(sweepMedia(server.running.app)).rejects.toThrow('Photos and files aren’t available');
  s3.instead = null;
  const { body: card } = await call('POST', '/api/cards', { name: 'A', fullName: 'B' });
  const show = async (coverImage: string) =>
    (await call('PUT', `/api/cards/${card.id}`, { coverImage })).status === 200;
  const isBegun = (url: string) => s3.calls.includes(`DELETE ${url.slice(1)}`);
  expect(urls.some((url) => !isBegun(url))).toBe(true);
  for (const url of urls) expect([url, await show(url)]).toEqual([url, !isBegun(url)]);
});

it('An upload waits for a sweep that lost its connection while files were being deleted', {
  tags: ['thorough'],
}, async () => {
  const { app } = server.running;
  const { bytes, url } = await uploadForgotten();
  const { delete: remove } = app.blobs;
  const enter = vi.spyOn(app.keeps, 'enter');
  let again: ReturnType<typeof upload> | undefined;
  vi.spyOn(app.blobs, 'delete').mockImplementation(async (name) => {
    if (!again) {
      await endIdleTransactions();
      again = upload(bytes);
    }
    await vi.waitFor(() => expect(enter).toHaveBeenCalled(), WAIT);
    // From there on, time enough for an upload that does not wait.
    await Promise.race([again, sleep(1_000)]);
    await remove(name);
  });
  await expect(sweepMedia(app)).rejects.toThrow();
  expect((await again)?.body.url).toBe(url);
  expect(inBucket(path.basename(url))).toBe(true);
});

it('A sweep that deleted all it had claimed gives nothing back', { tags: ['thorough'] }, async () => {
  await uploadForgotten();
  const update = vi.spyOn(server.running.app.db, 'update');
  expect(await sweepMedia(server.running.app)).toBeGreaterThan(0);
  expect(update.mock.calls.filter(([table]) => table === media)).toEqual([]);
});
