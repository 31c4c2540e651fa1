import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sweepOrphans } from '#server/cards/media/sweep-media.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { WAIT } from '#test/imports.ts';
import { type Client, startTestServer } from '#test/server.ts';

/** The sweep of files that no row names. */

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const folder = () => path.join(server.running.app.config.dataDir, 'media');

let call: Client;
beforeAll(async () => {
  call = (await signUp(server)).call;
});
afterEach(() => vi.restoreAllMocks());

const upload = (bytes: Uint8Array, name: string) => {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart]), name);
  return call('POST', '/api/media', form);
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 212, g: 175, b: 55 } } });
const isThere = async (url: string) => (await fetch(server.url + url)).status === 200;
const later = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};

it('deletes files that no row names, as a killed process leaves them, and spares the others', {
  tags: ['thorough'],
}, async () => {
  const { url } = (await upload(await picture(14, 14).png().toBuffer(), 'd.png')).body;
  await call('POST', '/api/cards', { name: 'A', fullName: 'B', profileImage: url });
  for (const name of [`${'e'.repeat(32)}.jpg`, '.0-1.part'])
    await fs.writeFile(path.join(folder(), name), 'x');
  const before = (await fs.readdir(folder())).length;
  clock.now = new Date();
  expect(await sweepOrphans(server.running.app)).toBe(0);
  later(1.1);
  expect(await sweepOrphans(server.running.app, AbortSignal.abort())).toBe(0);
  expect(await sweepOrphans(server.running.app)).toBe(2);
  expect(await fs.readdir(folder())).toHaveLength(before - 2);
  expect(await isThere(url)).toBe(true);
});

it('never deletes a file that is uploaded again meanwhile', { tags: ['thorough'] }, async () => {
  const { app } = server.running;
  const photos = await Promise.all([21, 22, 23, 24].map((width) => picture(width, 21).png().toBuffer()));
  for (let round = 0; round < 5; round += 1) {
    clock.now = new Date();
    const stored = await Promise.all(photos.map((photo) => upload(photo, 'again.png')));
    await app.db.execute(sql`truncate media cascade`);
    later(1.1);
    const [, ...again] = await Promise.all([
      sweepOrphans(app),
      ...photos.map((photo) => upload(photo, 'again.png')),
    ]);
    expect(again.map(({ body }) => body.url)).toEqual(stored.map(({ body }) => body.url));
    expect(await Promise.all(again.map(({ body }) => isThere(body.url)))).toEqual(photos.map(() => true));
  }
});

it('lets an upload of another file through while it deletes', { tags: ['thorough'] }, async () => {
  const { app } = server.running;
  clock.now = new Date();
  await fs.writeFile(path.join(folder(), `${'d'.repeat(32)}.jpg`), 'x');
  later(1.1);
  const photo = await picture(25, 21).png().toBuffer();
  const statuses: number[] = [];
  const { delete: remove } = app.blobs;
  vi.spyOn(app.blobs, 'delete').mockImplementation(async (name) => {
    statuses.push((await upload(photo, 'other.png')).status);
    await remove(name);
  });
  await sweepOrphans(app);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('holds the name of each file until the file is gone', async () => {
  const { app } = server.running;
  clock.now = new Date();
  const name = `${'c'.repeat(32)}.jpg`;
  await fs.writeFile(path.join(folder(), name), 'x');
  later(1.1);
  const free: unknown[] = [];
  const { delete: remove } = app.blobs;
  vi.spyOn(app.blobs, 'delete').mockImplementation(async (file) => {
    const of = sql`select name from media where name = ${file} for update skip locked`;
    free.push(...(await app.db.execute(of)).rows);
    await remove(file);
  });
  expect([await sweepOrphans(app), free]).toEqual([1, []]);
  expect((await app.db.execute(sql`select from media where name = ${name}`)).rows).toEqual([]);
});

it('leaves a row, if it is killed, that an upload of the file makes its own', async () => {
  const { app } = server.running;
  clock.now = new Date();
  const photo = await picture(27, 21).png().toBuffer();
  const { url } = (await upload(photo, 'own.png')).body;
  const name = path.basename(url);
  const read = async () =>
    (
      await app.db.execute(sql`select kind, type, bytes, width, height, is_writing, deleting_until from media
      where name = ${name}`)
    ).rows;
  const before = await read();
  await app.db.execute(sql`update media set type = '', bytes = 0, width = null, height = null, is_writing = true,
    deleting_until = now() where name = ${name}`);
  await upload(photo, 'own.png');
  expect(await read()).toEqual(before);
});

it('is waited for by an upload of its file, however long a statement may wait', {
  tags: ['thorough'],
}, async () => {
  const { app } = server.running;
  clock.now = new Date();
  const photo = await picture(26, 21).png().toBuffer();
  const { url } = (await upload(photo, 'waits.png')).body;
  const name = path.basename(url);
  let again: ReturnType<typeof upload> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select from media where name = ${name} for update`);
    again = upload(photo, 'waits.png');
    await vi.waitFor(async () => {
      const { rows } = await app.db.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "media"%'`);
      expect(rows).toHaveLength(1);
    }, WAIT);
  });
  expect((await again)?.status).toBe(200);
});

it('knows every file of 10,000 pictures by a page of names at a time', {
  tags: ['thorough'],
  timeout: 60_000,
}, async () => {
  const { app } = server.running;
  clock.now = new Date();
  const hashes = Array.from({ length: 10_000 }, (_, nth) => nth.toString(16).padStart(32, '0'));
  const files = hashes.flatMap((hash) => ['.jpg', '-400.webp', '-800.webp'].map((end) => hash + end));
  for (const name of files) writeFileSync(path.join(folder(), name), '');
  await app.db.execute(sql`
    insert into media (name, kind, type, bytes)
    select hash || '.jpg', 'image', 'image/jpeg', 1
    from unnest(${sql.param(hashes.slice(0, -5))}::text[]) as hashes (hash)`);
  later(1.1);
  await sweepOrphans(app);
  const left = new Set(await fs.readdir(folder()));
  expect(files.filter((name) => !left.has(name))).toEqual(files.slice(-15));
});
