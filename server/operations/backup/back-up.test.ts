import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { sweepMedia, sweepOrphans } from '#server/cards/media/sweep-media.ts';
import { makeTestBackup, readEntries } from '#test/backups.ts';
import { signUpWithPhoto } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { readOrder } from './back-up.ts';
import { explainBackupFailure } from './explain-failure.ts';
import { BackupRefusal, PART_BYTES } from './format.ts';
import { readLastBackup } from './last-backup.ts';
import { openSnapshot, readParts } from './snapshot.ts';

const server = startTestServer();
const makeFolder = () => fs.mkdtempSync(path.join(inject('runFolder'), 'backups-'));

beforeAll(async () => {
  await signUpWithPhoto(server);
});
afterEach(() => void vi.restoreAllMocks());

it('has every table, the queue and every file, and says what it is in its first and last entry', async () => {
  const file = path.join(makeFolder(), 'goldleaf.tar');
  const { sentence, isWhole } = await makeTestBackup(server, file);
  expect(isWhole).toBe(true);
  expect(sentence).toMatch(
    /^The backup is written: [\d,]+ rows and 3 files, [\d.]+ [KM]B, in \d+ s, to .*goldleaf\.tar\.$/,
  );
  const entries = await readEntries(file);
  const names = entries.map(({ name }) => name);
  expect(names[0]).toBe('about.json');
  expect(names.at(-1)).toBe('manifest.json');
  const { manifest } = JSON.parse(String(entries.at(-1)?.bytes));
  const { rows } = await server.running.app.db.execute<{ name: string; generated: boolean }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'limit_counts' order by 1`,
  );
  expect(Object.keys(manifest.tables).sort()).toEqual(rows.map(({ name }) => name));
  expect(manifest.tables.business_cards.columns).not.toContain('qr_code');
  expect(manifest.queue.job.rows).toBeGreaterThan(0);
  expect(manifest.files.media.files).toBe(3);
});

it('is a private file, noted for those who watch, and replaces the one before', async () => {
  const file = path.join(makeFolder(), 'goldleaf.tar');
  fs.writeFileSync(file, 'an older one');
  await makeTestBackup(server, file);
  const { mode, size } = fs.statSync(file);
  expect(mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.dirname(file))).toEqual(['goldleaf.tar']);
  const last = await readLastBackup(server.running.app.db);
  expect(last?.bytes).toBe(size);
  expect(Date.now() - Number(last?.at)).toBeLessThan(60_000);
});

it('never names the values of settings, but those that were set', async () => {
  vi.stubEnv('SELLER_TAX_ID', 'a secret');
  const file = path.join(makeFolder(), 'goldleaf.tar');
  await makeTestBackup(server, file).finally(() => vi.unstubAllEnvs());
  const { manifest } = JSON.parse(String((await readEntries(file)).at(-1)?.bytes));
  expect(manifest.settings).toContain('SELLER_TAX_ID');
  expect(fs.readFileSync(file).includes('a secret')).toBe(false);
});

it('keeps so many as it was told, of those that it named itself', async () => {
  const folder = makeFolder();
  const old = ['goldleaf-2026-01-01T0300.tar', 'goldleaf-2026-01-02T0300.tar'];
  const others = [
    'goldleaf-2026-01-01T0200-incomplete.tar',
    'goldleaf-of-mine.tar',
    'other-2026-01-01T0300.tar',
  ];
  for (const name of [...old, ...others]) fs.writeFileSync(path.join(folder, name), '');
  await makeTestBackup(server, path.join(folder, 'goldleaf.tar'), { keep: 2 });
  const made = expect.stringMatching(/^goldleaf-20\d\d-\d\d-\d\dT\d{4}\.tar$/);
  const [incomplete, ...rest] = others;
  expect(fs.readdirSync(folder)).toEqual([incomplete, 'goldleaf-2026-01-02T0300.tar', made, ...rest]);
});

it.each([1, 2])('never removes itself with --keep %d, though others have later names', async (keep) => {
  const folder = makeFolder();
  const later = ['goldleaf-2999-01-01T0300.tar', 'goldleaf-2999-01-02T0300.tar'];
  for (const name of later) fs.writeFileSync(path.join(folder, name), '');
  await makeTestBackup(server, path.join(folder, 'goldleaf.tar'), { keep });
  const made = expect.stringMatching(/^goldleaf-20\d\d-\d\d-\d\dT\d{4}\.tar$/);
  expect(fs.readdirSync(folder).sort()).toEqual([made, ...later.slice(3 - keep)]);
});

it('leaves the rest of the disk to the database, and is not kept', async () => {
  const { app } = server.running;
  await app.imports.store.put('large.upload', Buffer.alloc(40 * 1024 ** 2));
  const folder = makeFolder();
  const file = path.join(folder, 'goldleaf.tar');
  const gigabytesFree = (free: number) =>
    ({ bavail: free * 1024, blocks: 1024 ** 2, bsize: 1024 ** 2 }) as fs.StatsFs;
  const looks = vi.spyOn(fs, 'statfsSync').mockReturnValueOnce(gigabytesFree(3));
  looks.mockReturnValue(gigabytesFree(1.9));
  const refused = await makeTestBackup(server, file).catch(explainBackupFailure);
  expect(refused).toBe(
    'The disk is nearly full, and the rest is for the database. Nothing was kept. Make room, or name a file on another disk.',
  );
  expect(fs.readdirSync(folder)).toEqual([]);
  const { stat } = fs.promises;
  vi.spyOn(fs.promises, 'stat').mockImplementation(async (of) => {
    const found = await stat(of);
    return of === app.config.dataDir ? Object.assign(found, { dev: found.dev + 1 }) : found;
  });
  expect((await makeTestBackup(server, file)).isWhole, 'on another disk').toBe(true);
  await app.imports.store.delete('large.upload');
});

it('removes what a killed one left, and nothing that is being written', async () => {
  const folder = makeFolder();
  const part = (pid: number) => `goldleaf.tar.part-${os.hostname()}-${pid}`;
  for (const name of [part(2 ** 30), part(process.ppid)]) fs.writeFileSync(path.join(folder, name), '');
  await makeTestBackup(server, path.join(folder, 'goldleaf.tar'));
  expect(fs.readdirSync(folder)).toEqual(['goldleaf.tar', part(process.ppid)]);
});

it('leaves nothing behind if it fails', async () => {
  const folder = makeFolder();
  const file = path.join(folder, 'there/goldleaf.tar');
  await expect(makeTestBackup(server, file)).rejects.toThrow(`There is no folder ${path.dirname(file)}.`);
  const { dataDir } = server.running.app.config;
  const media = path.join(dataDir, 'media');
  fs.renameSync(media, `${media}-away`);
  fs.writeFileSync(media, 'no folder');
  await expect(makeTestBackup(server, path.join(folder, 'goldleaf.tar'))).rejects.toThrow('ENOTDIR');
  fs.rmSync(media);
  fs.renameSync(`${media}-away`, media);
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('names the files that are missing, and then counts as no backup and removes none that is whole', {
  tags: ['thorough'],
}, async () => {
  const { db, config } = server.running.app;
  const { rows } = await db.execute<{ name: string }>(sql`select name from media`);
  const name = rows[0]?.name ?? '';
  const photo = path.join(config.dataDir, 'media', name);
  const folder = makeFolder();
  const older = ['goldleaf-2020-01-01T0000.tar', 'goldleaf-2020-01-02T0000.tar'];
  const lacking = ['goldleaf-2020-01-03T0000-incomplete.tar', 'goldleaf-2020-01-04T0000-incomplete.tar'];
  for (const file of [...older, ...lacking]) fs.writeFileSync(path.join(folder, file), '');
  const last = await readLastBackup(db);
  fs.renameSync(photo, `${photo}-away`);
  const target = path.join(folder, 'goldleaf.tar');
  const { sentence, isWhole } = await makeTestBackup(server, target, { keep: 2 });
  fs.renameSync(`${photo}-away`, photo);
  expect(isWhole).toBe(false);
  expect(sentence).toContain(`But 1 file that the database names is missing in the media folder: ${name}`);
  expect(await readLastBackup(db)).toEqual(last);
  const files = fs.readdirSync(folder).sort();
  const made = expect.stringMatching(/^goldleaf-20\d\d-\d\d-\d\dT\d{4}-incomplete\.tar$/);
  expect(files).toEqual([...older, lacking[1], made]);
});

it('holds the files that it names: nothing is swept until it is done', async () => {
  const { app } = server.running;
  const { config, db } = app;
  const orphan = path.join(config.dataDir, 'media', `${'0'.repeat(32)}.jpg`);
  fs.writeFileSync(orphan, 'orphan');
  const yesterday = new Date(Date.now() - 2 * 24 * 60 * 60_000);
  fs.utimesSync(orphan, yesterday, yesterday);
  await db.execute(sql`insert into media (name, kind, type, bytes, touched_at)
    values (${`${'1'.repeat(32)}.jpg`}, 'image', 'image/jpeg', 1, ${yesterday.toISOString()})`);
  const sweep = async () => [await sweepMedia(app), await sweepOrphans(app)];
  const snapshot = await openSnapshot({ connectionString: config.databaseUrl });
  expect(await sweep()).toEqual([0, 0]);
  await snapshot.close();
  expect(await sweep()).toEqual([1, 1]);
});

it('cuts rows into parts at their ends, whatever is in them', { tags: ['thorough'] }, async () => {
  const { db, config } = server.running.app;
  await db.execute(sql`create table long_rows as
    select n, repeat(E'line\n\\\t', 20000) as text from generate_series(1, 100) n`);
  const snapshot = await openSnapshot({ connectionString: config.databaseUrl });
  const parts: { bytes: Buffer; rows: number }[] = [];
  const table = { kind: 'tables', name: 'long_rows', columns: ['n', 'text'] } as const;
  for await (const part of readParts(snapshot, { ...table, columns: [...table.columns] })) parts.push(part);
  await snapshot.close();
  await db.execute(sql`drop table long_rows`);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.map(({ rows }) => rows).reduce((sum, rows) => sum + rows)).toBe(100);
  for (const { bytes } of parts) {
    expect(bytes.length).toBeLessThan(PART_BYTES + 200_000);
    expect(String(bytes.subarray(0, 12))).toMatch(/^\d+\tline/);
    expect(bytes.at(-1)).toBe(10);
  }
});

it.each([
  [[]],
  [['--keep', '7']],
  [['a.tar', '--keep']],
  [['a.tar', '--keep', '0']],
  [['a.tar', '--keep', '7', 'b.tar']],
  [['-', '--keep', '7']],
])('says how it is used instead of taking %j', (words) => {
  expect(() => readOrder(words)).toThrow(BackupRefusal);
});
