import fsSync from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { pairFile } from '#server/infra/hold/pair-places.ts';
import { signUpWithPhoto } from '#test/factories.ts';
import { type S3Server, startS3Server } from '#test/s3/s3-server.ts';
import { openTestServer, startTestServer } from '#test/server.ts';
import { moveFiles } from './move-files.ts';

/** Files of a product that runs go to a bucket, and back. */

const disk = startTestServer();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.away());
afterEach(() => void vi.restoreAllMocks());

const placeOf = () => {
  const { databaseUrl = '', dataDir } = disk.running.app.config;
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
};
async function move(words: {
  to?: 's3' | 'disk';
  isCheck?: boolean;
  env?: Record<string, string>;
  onProgress?: () => unknown;
}) {
  const config = readConfig({ ...s3.env, ...placeOf(), ...words.env });
  const direct = new pg.Client(config.databaseUrl);
  await direct.connect();
  const parts = { db: disk.running.app.db, direct, config, onProgress: words.onProgress ?? (() => {}) };
  return moveFiles(parts, { to: words.to ?? 's3', isCheck: words.isCheck ?? false }).finally(() =>
    direct.end(),
  );
}
const DISK = { MEDIA_STORE: 'disk' };
const mediaOf = (dataDir: string) => fs.readdir(path.join(dataDir, 'media'));
const photoOf = async ({ cardId, call }: Awaited<ReturnType<typeof signUpWithPhoto>>): Promise<string> =>
  (await call('GET', `/api/cards/${cardId}`)).body.profileImage;

it('Work alone is carried to a bucket and back, where nobody has a photo yet', async () => {
  const { store } = disk.running.app.imports;
  await store.put('alone.upload', Buffer.from('Name\nGrace'));
  expect(await move({ env: DISK })).toMatch(/^1 file \(.*, 1 copied now\. Now set MEDIA_STORE=s3/);
  await store.delete('alone.upload');
  expect(await move({ to: 'disk' })).toMatch(/^1 file \(.*, 1 copied now\. That is all\./);
  await store.delete('alone.upload');
  s3.objects.clear();
});

it('Files are carried to a bucket while people upload, the rest after the restart, and all of them back', {
  tags: ['thorough'],
}, async () => {
  const first = await photoOf(await signUpWithPhoto(disk));
  const { dataDir, DATA_DIR } = { ...disk.running.app.config, ...placeOf() };
  await disk.running.app.imports.store.put('waiting.upload', Buffer.from('Name\nGrace'));
  await expect(openTestServer({ env: { ...s3.env, ...placeOf() } })).rejects.toThrow('media-move');
  const said = await move({ env: DISK });
  expect(said).toMatch(/^4 files \(.*\) of \S+ are in the bucket .*, 4 copied now\. Now set MEDIA_STORE=s3/);
  // Without the restart that it asks for.
  expect(await move({})).toContain(', 0 copied now. Now set MEDIA_STORE=s3');

  const second = await signUpWithPhoto(disk);
  const between = await photoOf(second);
  await second.call('PUT', `/api/cards/${second.cardId}`, { title: 'x' });
  const moved = await openTestServer({ env: { ...s3.env, ...placeOf() } });
  for (const url of [first, between])
    expect((await fetch(moved.server.url + url)).status, 'before the rest is carried').toBe(200);
  await moved.server.running.close();

  // Gone before the restart, when the bucket was not asked yet.
  const deleted = 'media/deleted.jpg';
  s3.objects.set(`some/where/${deleted}`, Buffer.from('x'));
  expect(await move({})).toMatch(
    /That is all\. Those in [\s\S]*1 file that no row knows\. [\s\S]*\n {2}media\/deleted\.jpg\n/,
  );
  s3.objects.delete(`some/where/${deleted}`);
  expect(await move({})).toContain(', 0 copied now. That is all.');
  await fs.rename(path.join(DATA_DIR, 'media'), path.join(DATA_DIR, 'media-before'));
  await expect(openTestServer({ env: placeOf() })).rejects.toThrow(
    'does not have the files of this database',
  );
  expect(await move({ isCheck: true })).toMatch(
    /has \d+ objects\.\nNone that no row knows\.\nNone that rows name and it lacks\.$/,
  );

  expect(await move({ to: 'disk' })).toContain('Now set MEDIA_STORE=disk');
  expect((await mediaOf(dataDir)).sort()).toEqual((await mediaOf(DATA_DIR)).sort());
  for (const name of await mediaOf(dataDir))
    expect(s3.objects.get(`some/where/media/${name}`)).toEqual(
      await fs.readFile(path.join(dataDir, 'media', name)),
    );
  const back = await openTestServer({ env: placeOf() });
  await back.server.running.close();
  expect(await move({ to: 'disk' })).toContain('That is all.');
  expect(await fs.readFile(pairFile(dataDir), 'utf8')).toContain('.');
  expect((await fetch(disk.url + first)).status).toBe(200);
});

it('A bucket is compared with the rows by one list of it', async () => {
  const { db } = disk.running.app;
  await move({ env: DISK });
  s3.objects.set('some/where/media/lost.jpg', Buffer.from('x'));
  await db.execute(
    sql`insert into media (name, kind, type, bytes) values ('gone.jpg', 'image', 'image/jpeg', 1)`,
  );
  s3.calls.length = 0;
  const said = await move({ isCheck: true });
  expect(said).toContain(
    '1 file that no row knows. Delete them there if no upload is under way.\n  media/lost.jpg\n',
  );
  expect(said).toMatch(/1 file that rows name and it lacks\. .*\n {2}gone\.jpg$/);
  expect(s3.calls.filter((one) => one === 'GET').length).toBe(5);
  await db.execute(sql`delete from media where name = 'gone.jpg'`);
});

it('A bucket of another database is not compared', async () => {
  const key = 'some/where/installation';
  const own = s3.objects.get(key) ?? Buffer.alloc(0);
  s3.objects.set(key, Buffer.from('AAAA.AAAA\n'));
  await expect(move({ isCheck: true })).rejects.toThrow('so nothing was compared.');
  s3.objects.set(key, own);
});

it('A photo that somebody owns is carried, also if its row still says that it is being written', {
  tags: ['thorough'],
}, async () => {
  const url = await photoOf(await signUpWithPhoto(disk));
  const isIt = sql`name = ${path.basename(url)}`;
  await disk.running.app.db.execute(sql`update media set is_writing = true where ${isIt}`);
  s3.objects.delete(`some/where${url}`);
  await move({ env: DISK });
  expect(s3.objects.has(`some/where${url}`)).toBe(true);
});

it('A photo that is damaged on disk is not carried, and says so', { tags: ['thorough'] }, async () => {
  const url = await photoOf(await signUpWithPhoto(disk));
  const file = path.join(disk.running.app.config.dataDir, url);
  const whole = await fs.readFile(file);
  const key = `some/where${url}`;
  s3.objects.delete(key);
  await fs.writeFile(file, 'damaged');
  expect(await move({ env: DISK })).toContain(
    `But 1 file that rows name is missing or damaged in ${disk.running.app.config.dataDir}, as before: ${path.basename(url)}.`,
  );
  expect(s3.objects.has(key)).toBe(false);
  await fs.writeFile(file, whole);
  expect(await move({ env: DISK })).toContain('copied now.');
});

it('A file that cannot be read is named once the others are carried, and stays to be carried', async () => {
  const url = await photoOf(await signUpWithPhoto(disk));
  await disk.running.app.imports.store.put('other.upload', Buffer.from('Name\nGrace'));
  const other = '/imports/other.upload';
  const file = path.join(disk.running.app.config.dataDir, url);
  for (const key of [url, other, '/installation']) s3.objects.delete(`some/where${key}`);
  await fs.rename(file, `${file}.aside`);
  await fs.mkdir(file);
  await expect(move({ env: DISK })).rejects.toThrow(
    new RegExp(`^1 file in \\S+ cannot be read: ${path.basename(url)} \\(EISDIR\\)\\. All others, `),
  );
  expect(s3.objects.has(`some/where${other}`)).toBe(true);
  expect(s3.objects.has(`some/where${url}`)).toBe(false);
  expect(s3.objects.has('some/where/installation')).toBe(false);
  await fs.rmdir(file);
  await fs.rename(`${file}.aside`, file);
  expect(await move({ env: DISK })).toContain('copied now.');
  expect(s3.objects.has('some/where/installation')).toBe(true);
});

it.each([2, 3])('A file of work that ends before look %d at it is left out', async (look) => {
  const { dataDir, db } = { ...disk.running.app.config, ...disk.running.app };
  await disk.running.app.imports.store.put('ending.upload', Buffer.from('Name\nGrace'));
  const file = path.join(dataDir, 'imports/ending.upload');
  const { stat } = fs;
  let looks = 0;
  vi.spyOn(fs, 'stat').mockImplementation(async (of) => {
    if (of === file && ++looks === look) await fs.rm(file);
    return stat(of);
  });
  expect(await move({ env: DISK })).toContain('copied now.');
  expect(fsSync.existsSync(file)).toBe(false);
  expect([...s3.objects.keys()].filter((key) => key.includes('ending'))).toEqual([]);
  const { rows } = await db.execute(sql`select from kept_files where name = 'ending.upload'`);
  expect(rows).toEqual([]);
});

it('A disk that is not there from the start is not taken for one whose photos are lost', async () => {
  await signUpWithPhoto(disk);
  const { dataDir } = disk.running.app.config;
  await disk.running.app.imports.store.put('beside.upload', Buffer.from('Name\nGrace'));
  const [media, aside] = [path.join(dataDir, 'media'), path.join(dataDir, 'media-aside')];
  await fs.rename(media, aside);
  s3.objects.clear();
  await expect(move({ env: DISK })).rejects.toThrow('went while they were copied');
  expect(s3.objects.has('some/where/installation')).toBe(false);
  await fs.rm(media, { recursive: true, force: true });
  await fs.rename(aside, media);
  expect(await move({ env: DISK })).not.toContain('missing');
});

it('A disk that goes in the middle is not taken for one whose files are gone', async () => {
  await signUpWithPhoto(disk);
  const { dataDir } = disk.running.app.config;
  const [media, aside] = [path.join(dataDir, 'media'), path.join(dataDir, 'media-aside')];
  for (const key of s3.objects.keys()) s3.objects.delete(key);
  const went = move({
    env: DISK,
    onProgress: () => fsSync.existsSync(aside) || fsSync.renameSync(media, aside),
  });
  await expect(went).rejects.toThrow('went while they were copied');
  expect(s3.objects.has('some/where/installation')).toBe(false);
  await fs.rm(media, { recursive: true, force: true });
  await fs.rename(aside, media);
  expect(await move({ env: DISK })).not.toContain('missing');
});
