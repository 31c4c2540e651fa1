import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readBlob } from '#server/cards/media/read-media.ts';
import { formOf, imported, WAIT } from '#test/imports.ts';
import { type BucketServer, newPicture, openBucketServer } from '#test/s3/bucket-server.ts';
import { openBucket } from './bucket.ts';

/** A bucket that refuses, breaks off, or is away in the middle of something. */

/** A bucket is waited for. */
const LONG = { tags: ['thorough'], timeout: 180_000 };
let s3: BucketServer['s3'];
let server: BucketServer['server'];
let call: BucketServer['call'];
let inBucket: BucketServer['inBucket'];
let close: BucketServer['close'];
beforeAll(async () => {
  ({ s3, server, call, inBucket, close } = await openBucketServer());
});
afterAll(() => close());

afterEach(() => {
  s3.refused = null;
  s3.stalled = null;
});

const settingsOf = () => {
  const { bucket } = server.running.app.config;
  if (!bucket) throw new Error('There is no bucket.');
  return bucket;
};
const upload = (bytes: Buffer) => call('POST', '/api/media', formOf(bytes, 'photo.png'));

it('A file that could not be sent is not kept open', async () => {
  const bucket = await openBucket(settingsOf());
  const file = path.join(inject('runFolder'), 'sent.bin');
  await fs.writeFile(file, Buffer.alloc(1024 * 1024));
  await s3.away();
  for (let at = 0; at < 3; at += 1)
    await expect(bucket.put('imports/sent.bin', { file })).rejects.toThrow(
      'Photos and files aren’t available',
    );
  await s3.back();
  const isOpen = async () => {
    const open = await fs.readdir('/proc/self/fd');
    return Promise.all(open.map((fd) => fs.readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  };
  await vi.waitFor(async () => expect(await isOpen()).not.toContain(file));
  bucket.close();
});

it('An upload that the bucket refuses leaves nothing on this machine', async () => {
  s3.refused = /^PUT imports/;
  expect((await call('POST', '/api/import', formOf('a,b', 'a.csv'))).status).toBe(503);
  expect(await fs.readdir(path.join(server.running.app.config.dataDir, 'staging/imports'))).toEqual([]);
});

it('The photos of an import come later when the bucket takes none at first', {
  tags: ['thorough'],
}, async () => {
  const photo = (await newPicture().jpeg().toBuffer()).toString('base64');
  const file = `BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nPHOTO;ENCODING=b;TYPE=JPEG:${photo}\nEND:VCARD\n`;
  s3.refused = /^PUT media/;
  const { id } = await imported(call, file, 'ada.vcf');
  const { db } = server.running.app;
  await vi.waitFor(async () => {
    const { rows } = await db.execute(sql`select tries from contact_imports where id = ${id}`);
    expect(rows).not.toEqual([{ tries: 0 }]);
  }, WAIT);
  s3.refused = null;
  await vi.waitFor(async () => {
    const { body } = await call('GET', `/api/import/${id}`);
    expect(body.photos).toMatchObject({ wanted: 1, done: 1, leftOut: 0 });
  }, WAIT);
});

it('A photo that another machine lost is written again, whatever copy of it is here', {
  tags: ['thorough'],
}, async () => {
  const bytes = await newPicture().png().toBuffer();
  const { url } = (await upload(bytes)).body;
  s3.objects.delete(`some/where${url}`);
  expect((await upload(bytes)).body.url).toBe(url);
  expect(s3.objects.has(`some/where${url}`)).toBe(true);
});

it('A file is sent once more after a connection that broke', async () => {
  const bucket = await openBucket(settingsOf());
  const file = path.join(inject('runFolder'), 'again.bin');
  await fs.writeFile(file, 'again');
  s3.broken = /^PUT imports/;
  await bucket.put('imports/again.bin', { file });
  expect(s3.objects.get('some/where/imports/again.bin')?.toString()).toBe('again');
  bucket.close();
});

it('A photo that breaks off on its way goes on there, or is to be asked for again in a moment', {
  tags: ['thorough'],
}, async () => {
  const { app } = server.running;
  const { url } = (await upload(await newPicture().png().toBuffer())).body;
  const name = path.basename(url);
  const stored = s3.objects.get(`some/where${url}`);
  const forgetCopy = () => fs.rm(path.join(app.config.dataDir, 'copies/media', name));
  await forgetCopy();
  s3.broken = /^GET media/;
  expect(await readBlob(app, name)).toEqual(stored);
  await vi.waitFor(forgetCopy, WAIT);
  s3.instead = (called, response, object) => {
    if (!called.startsWith('GET media')) return false;
    s3.instead = null;
    s3.refused = /^GET media/;
    response.writeHead(200, { 'content-length': object.length });
    response.write(object.subarray(0, object.length / 2), () => response.destroy());
    return true;
  };
  await expect(readBlob(app, name)).rejects.toMatchObject({ code: 'unavailable' });
  s3.refused = null;
  expect(await readBlob(app, name)).toEqual(stored);
});

it('The calls of a bucket and the reads of copies are in the figures', async () => {
  const { app } = server.running;
  const { figures } = app.stores;
  const { url } = (await upload(await newPicture().png().toBuffer())).body;
  const copy = path.join(app.config.dataDir, 'copies/media', path.basename(url));
  await fs.rm(copy);
  const counts = () => {
    const { 'get done': calls = 0 } = Object.fromEntries(figures?.calls.entries() ?? []);
    const { here = 0, fetched = 0 } = Object.fromEntries(figures?.reads.entries() ?? []);
    return { calls, here, fetched };
  };
  const before = counts();
  await readBlob(app, path.basename(url));
  await vi.waitFor(() => fs.access(copy), WAIT);
  await readBlob(app, path.basename(url));
  expect(counts()).toEqual({
    calls: before.calls + 1,
    here: before.here + 1,
    fetched: before.fetched + 1,
  });
  expect(Object.fromEntries(figures?.listSeconds() ?? []).get).toBeGreaterThan(0);
});

describe('A bucket that stops in the middle', () => {
  it('of a photo on its way holds nobody, and the photo is read anew once it goes on', LONG, async () => {
    const { url } = (await upload(await newPicture().png().toBuffer())).body;
    const copy = path.join(server.running.app.config.dataDir, 'copies/media', path.basename(url));
    await fs.rm(copy);
    s3.stalled = /^GET media/;
    const [first, second] = await Promise.all([fetch(server.url + url), fetch(server.url + url)]);
    for (const { status, headers } of [first, second])
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    s3.stalled = null;
    expect((await fetch(server.url + url)).status).toBe(200);
  });

  it('of an upload answers 503, and the photo is there once it is uploaded again', LONG, async () => {
    const bytes = await newPicture().png().toBuffer();
    s3.stalled = /^PUT media/;
    const refused = await upload(bytes);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    s3.stalled = null;
    const { url } = (await upload(bytes)).body;
    expect(inBucket(path.basename(url))).toBe(true);
  });
});

it('Photos are sent while nobody can tell in time whether they have a row', {
  tags: ['thorough'],
}, async () => {
  const { url } = (await upload(await newPicture().png().toBuffer())).body;
  server.running.app.smallMedia.invalidate(path.basename(url));
  await server.running.app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table media in access exclusive mode`);
    const asked = fetch(server.url + url);
    // As at the end of its time.
    const endWaiting = async () => {
      const { rows } = await tx.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length;
    };
    await expect.poll(endWaiting, { timeout: 10_000 }).toBe(1);
    expect((await asked).status).toBe(200);
  });
});
