import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sweepMedia, sweepOrphans } from '#server/cards/media/sweep-media.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { fetchZip, readIn } from '#test/archives.ts';
import { signUp } from '#test/factories.ts';
import { formOf, imported, WAIT } from '#test/imports.ts';
import { S3_KEY, type S3Server, startS3Server } from '#test/s3/s3-server.ts';
import { type Client, openTestServer, type TestServer } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

/** The product with its files in a bucket, which checks each signature. */

const clock = { now: new Date() };
let s3: S3Server;
let server: TestServer;
let stop: () => Promise<void>;
let call: Client;

const start = (env: Record<string, string> = {}) =>
  openTestServer({ env: { ...s3.env, ...env }, now: () => clock.now });
beforeAll(async () => {
  s3 = await startS3Server();
  ({ server, stop } = await start());
  call = (await signUp(server)).call;
});
afterAll(async () => {
  await stop();
  await s3.away();
});
beforeEach(() => {
  clock.now = new Date();
  s3.calls.length = 0;
});

const ID = 'some/where/installation';
let shades = 0;
/** A picture like no other. */
const picture = (side = 900) => {
  shades += 1;
  const background = { r: 212, g: 9 * (shades % 25), b: 175 };
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();
};
const upload = async (bytes: Buffer) => call('POST', '/api/media', formOf(bytes, 'photo.png'));
const uploadPicture = async (): Promise<string> => (await upload(await picture())).body.url;
const showOnCard = (url: string) =>
  call('POST', '/api/cards', { name: 'A', fullName: 'B', profileImage: url });
const get = (url: string, headers = {}) => fetch(server.url + url, { headers });
const copiesOf = ({ running }: TestServer) => path.join(running.app.config.dataDir, 'copies/media');
/** As on a machine that has not seen the file. */
const forgetCopies = async (url: string) => {
  await fs.rm(path.join(copiesOf(server), path.basename(url)), { force: true });
  server.running.app.smallMedia.invalidate(path.basename(url));
};
const keysOf = (url: string) => [...s3.objects.keys()].filter((key) => key.includes(path.parse(url).name));

describe('A photo in a bucket', () => {
  it('is there in all sizes before its upload is answered, and on no page but through us', async () => {
    const url = await uploadPicture();
    expect(keysOf(url).sort()).toEqual(
      ['-400.webp', '-800.webp', '.jpg'].map((end) => `some/where/media/${path.parse(url).name}${end}`),
    );
    const { body } = await showOnCard(url);
    const page = await (await get(`/card/${body.id}`)).text();
    expect(page).toContain(url.replace('.jpg', ''));
    expect(page).not.toContain(s3.env.S3_ENDPOINT);
    expect((await get(url)).headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is one call however many ask at once, and none after that', { tags: ['thorough'] }, async () => {
    const url = await uploadPicture();
    await forgetCopies(url);
    s3.calls.length = 0;
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(url)));
    const lengths = await Promise.all(answers.map(async (one) => (await one.arrayBuffer()).byteLength));
    expect(new Set(lengths)).toEqual(new Set([s3.objects.get(`some/where${url}`)?.length]));
    server.running.app.smallMedia.invalidate(path.basename(url));
    expect((await get(url)).status).toBe(200);
    expect(s3.calls).toEqual([`GET media/${path.basename(url)}`]);
  });

  it('is sent in ranges while it arrives, and after, and not fetched for its headers alone', async () => {
    const url = await uploadPicture();
    const whole = Buffer.from(await (await get(url)).arrayBuffer());
    await forgetCopies(url);
    s3.calls.length = 0;
    const head = await fetch(server.url + url, { method: 'HEAD' });
    expect([head.status, ...s3.calls]).toEqual([200, `HEAD ${url.slice(1)}`]);
    for (const round of ['arriving', 'kept']) {
      const part = await get(url, { range: 'bytes=10-29' });
      expect(part.headers.get('content-range'), round).toBe(`bytes 10-29/${whole.length}`);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 30));
    }
  });

  it('that does not exist costs no call, whoever guesses', async () => {
    const guesses = Array.from({ length: 50 }, (_, at) => `/media/${String(at).padStart(32, '0')}.jpg`);
    const statuses = await Promise.all(guesses.map(async (url) => (await get(url)).status));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(s3.calls).toEqual([]);
  });

  it('goes with its row a day after no card shows it, unlisted', { tags: ['thorough'] }, async () => {
    const [shown, dropped] = [await uploadPicture(), await uploadPicture()];
    await showOnCard(shown);
    clock.now = new Date(Date.now() + 2.1 * DAY_MS);
    const { app } = server.running;
    await sweepMedia(app);
    clock.now = new Date(Date.now() + 4.2 * DAY_MS);
    await sweepMedia(app);
    await sweepOrphans(app);
    expect([keysOf(shown).length, keysOf(dropped).length]).toEqual([3, 0]);
    expect([(await get(shown)).status, (await get(dropped)).status]).toEqual([200, 404]);
    expect(s3.calls.filter((one) => one === 'GET')).toEqual([]);
  });

  it('whose upload ended in the middle has a row, by which the sweep finds it after an hour', async () => {
    const { app } = server.running;
    const { put } = app.blobs;
    const name = `${'a'.repeat(32)}.jpg`;
    await app.db.execute(
      sql`insert into media (name, kind, type, bytes, is_writing, touched_at)
        values (${name}, 'image', 'image/jpeg', 1, true, ${clock.now.toISOString()})`,
    );
    await put(name, Buffer.from('x'));
    clock.now = new Date(Date.now() + 0.9 * HOUR_MS);
    await sweepMedia(app);
    expect(keysOf(name)).toHaveLength(1);
    clock.now = new Date(Date.now() + 1.1 * HOUR_MS);
    await sweepMedia(app);
    expect(keysOf(name)).toEqual([]);
  });

  it('that another machine deleted is not shown from a copy for longer than a day', async () => {
    const url = await uploadPicture();
    await get(url);
    for (const key of keysOf(url)) s3.objects.delete(key);
    server.running.app.smallMedia.invalidate(path.basename(url));
    expect((await get(url)).status).toBe(200);
    const old = new Date(Date.now() - 1.1 * DAY_MS);
    await fs.utimes(path.join(copiesOf(server), path.basename(url)), new Date(), old);
    server.running.app.smallMedia.invalidate(path.basename(url));
    expect((await get(url)).status).toBe(404);
  });
});

it('Copies of deleted files go from this disk within a day, and so does what a killed process left', async () => {
  const url = await uploadPicture();
  const { app } = server.running;
  const files = [
    path.join(copiesOf(server), path.basename(url)),
    path.join(app.config.dataDir, 'staging/media/.0-1.part'),
  ];
  await fs.writeFile(files[1] ?? '', 'half');
  const old = new Date(Date.now() - 1.1 * DAY_MS);
  for (const file of files) await fs.utimes(file, new Date(), old);
  await app.stores.tidy();
  for (const file of files) await expect(fs.access(file)).rejects.toThrow('ENOENT');
});

describe('While the bucket is away', () => {
  it('pages and copies go on, other photos and uploads are told when to try again, and then all is well', {
    tags: ['thorough'],
  }, async () => {
    const [kept, other] = [await uploadPicture(), await uploadPicture()];
    const { body: card } = await showOnCard(kept);
    await forgetCopies(other);
    const photo = await picture();
    await s3.away();
    const [page, copy, missing, refused] = [
      await get(`/card/${card.id}`),
      await get(kept),
      await get(other),
      await upload(photo),
    ];
    await s3.back();
    expect([page.status, copy.status, missing.status, refused.status]).toEqual([200, 200, 503, 503]);
    expect([missing.headers.get('retry-after'), refused.headers.get('retry-after')]).toEqual(['5', '5']);
    expect(refused.body.message).toBe(
      'Photos and files aren’t available right now. Please try again in a moment.',
    );
    expect((await get(other)).status).toBe(200);
    expect((await upload(photo)).status).toBe(200);
  });

  it('a server starts that was started with it before, and serves files once it is back', {
    tags: ['thorough'],
  }, async () => {
    const url = await uploadPicture();
    await s3.away();
    const { databaseUrl = '' } = server.running.app.config;
    const second = await start({ DATABASE_URL: databaseUrl });
    expect((await fetch(second.server.url + url)).status).toBe(503);
    await s3.back();
    expect((await fetch(second.server.url + url)).status).toBe(200);
    await second.stop();
  });

  it('a new server refuses to start, in a sentence', async () => {
    await s3.away();
    await expect(start({ S3_PREFIX: 'new' })).rejects.toThrow(
      /^Goldleaf cannot start\. The bucket at 127\.0\.0\.1:\d+ does not answer: connect ECONNREFUSED/,
    );
    await s3.back();
  });
});

it.each([
  ['S3_SECRET_ACCESS_KEY', 'wrong', 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.'],
  ['S3_ACCESS_KEY_ID', 'wrong', 'The bucket does not know this S3_ACCESS_KEY_ID.'],
  ['S3_REGION', 'elsewhere', 'The bucket goldleaf-test is not in elsewhere. Correct S3_REGION.'],
  ['S3_BUCKET', 'no-such', 'There is no bucket no-such. Create it, or correct S3_BUCKET or S3_ENDPOINT.'],
])('A server whose %s is wrong says so and does not start', async (name, value, sentence) => {
  await expect(start({ [name]: value })).rejects.toThrow(`Goldleaf cannot start. ${sentence}`);
});

it('A server with the files of another database does not start', async () => {
  const { databaseUrl = '' } = server.running.app.config;
  const own = s3.objects.get(ID) ?? Buffer.alloc(0);
  s3.objects.set(ID, Buffer.from('AAAA.AAAA\n'));
  await expect(start({ DATABASE_URL: databaseUrl })).rejects.toThrow(
    'Goldleaf cannot start. The files in the bucket goldleaf-test (below some/where/) at 127.0.0.1:',
  );
  s3.objects.set(ID, own);
  await expect(start({ DATABASE_URL: databaseUrl, S3_PREFIX: 'empty' })).rejects.toThrow(
    'does not have the files of this database. Run npm run admin -- media-move',
  );
});

it('Two machines share one bucket, and nothing else', { tags: ['thorough'] }, async () => {
  const { databaseUrl = '' } = server.running.app.config;
  const second = await start({ DATABASE_URL: databaseUrl });
  const url = await uploadPicture();
  expect((await fetch(second.server.url + url)).status).toBe(200);
  expect((await fs.readdir(copiesOf(second.server))).length).toBe(1);
  await second.stop();
});

describe('Long work with files in a bucket', () => {
  const inFolder = (folder: string) =>
    [...s3.objects.keys()].filter((key) => key.startsWith(`some/where/${folder}/`));

  it('imports contacts, and leaves nothing in the bucket and no row of it', {
    tags: ['thorough'],
  }, async () => {
    const person = await signUp(server);
    const done = await imported(person.call, 'Name\nGrace Hopper\nAlan Turing', 'people.csv');
    expect(done.progress).toMatchObject({ added: 2 });
    await vi.waitFor(async () => {
      expect(inFolder('imports')).toEqual([]);
      expect((await server.running.app.db.execute(sql`select * from kept_files`)).rows).toEqual([]);
    }, WAIT);
    expect(s3.calls.some((one) => one.startsWith('PUT imports/'))).toBe(true);
  });

  it('exports everything with its photos, and brings it in again', { tags: ['thorough'] }, async () => {
    const person = await signUp(server);
    const { body } = await person.call('POST', '/api/media', formOf(await picture(), 'photo.png'));
    await person.call('POST', '/api/cards', { name: 'Work', fullName: 'Ada', profileImage: body.url });
    await forgetCopies(body.url);
    const zip = await fetchZip(person.call);
    expect([...(await unzip(zip)).keys()]).toContain(body.url.slice(1));
    const ready = await readIn((await signUp(server)).call, zip);
    expect(ready.preview.cards).toHaveLength(1);
    expect(inFolder('account-imports').length).toBeGreaterThan(0);
  });

  it('deletes by its rows what a killed process left behind', async () => {
    const { app } = server.running;
    const name = `${crypto.randomUUID()}.upload`;
    await app.imports.store.put(name, Buffer.from('left behind'));
    const listed = async (before: Date) => {
      const names: string[] = [];
      for await (const page of app.imports.store.writtenBefore(before)) names.push(...page);
      return names;
    };
    expect(await listed(new Date(Date.now() - HOUR_MS))).toEqual([]);
    expect(await listed(new Date(Date.now() + HOUR_MS))).toContain(name);
    await app.imports.store.delete(name);
    expect(await listed(new Date(Date.now() + HOUR_MS))).not.toContain(name);
    expect(s3.calls.filter((one) => one === 'GET')).toEqual([]);
  });

  it('keeps a file that is too large for one call in parts, each of them signed', {
    tags: ['thorough'],
  }, async () => {
    const { store } = server.running.app.imports;
    const bytes = Buffer.alloc(40 * 1024 * 1024, S3_KEY.region);
    const name = `${crypto.randomUUID()}.upload`;
    await store.put(name, bytes);
    expect(s3.objects.get(`some/where/imports/${name}`)?.equals(bytes)).toBe(true);
    await store.delete(name);
  });
});
