import fs from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openDb, openPool } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import { secrets } from '#server/db/schema/operations.ts';
import { createTestDatabase } from '#test/database.ts';
import { diskPlace, pairFile } from './pair-places.ts';
import { adoptFiles, requireOwnFiles, takeOverAtStart } from './paired-files.ts';

let folder: string;
let databases: Awaited<ReturnType<typeof openOne>>[] = [];

async function openOne() {
  const database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url }, () => {});
  return { db: openDb(pool), close: () => pool.end().then(database.drop) };
}
const openDatabase = async () => {
  const opened = await openOne();
  databases.push(opened);
  return opened.db;
};
const folderOf = (name: string) => path.join(folder, name);
const placeAt = (name: string) => diskPlace(folderOf(name));

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(inject('runFolder'), 'pair-'));
});
afterEach(async () => {
  for (const { close } of databases) await close();
  databases = [];
});

it('A database and its files know each other from the first start on', async () => {
  const db = await openDatabase();
  await requireOwnFiles(db, placeAt('here'));
  await requireOwnFiles(db, placeAt('here'));
  await expect(requireOwnFiles(db, placeAt('elsewhere'))).rejects.toThrow(
    `Goldleaf cannot start. ${folder}/elsewhere does not have the files of this database: all processes of one database need one DATA_DIR.`,
  );
  const other = await openDatabase();
  await expect(requireOwnFiles(other, placeAt('here'))).rejects.toThrow(
    'belong to another database: all processes of one database need one DATA_DIR.',
  );
  expect(await fs.readdir(folderOf('elsewhere'))).toEqual([]);
});

it('Of processes that start for the first time at once, those with one folder do', async () => {
  const db = await openDatabase();
  const places = ['one', 'one', 'two', 'one', 'two'].map(placeAt);
  const starts = await Promise.allSettled(places.map((place) => requireOwnFiles(db, place)));
  const started = places.filter((_, at) => starts[at]?.status === 'fulfilled').map(({ name }) => name);
  expect(new Set(started).size).toBe(1);
  expect(started.length).toBe(started[0]?.endsWith('one') ? 3 : 2);
});

it('A first start that ended between the two is made up for', async () => {
  const db = await openDatabase();
  await requireOwnFiles(db, placeAt('here'));
  const written = await fs.readFile(pairFile(folderOf('here')), 'utf8');
  await db.delete(secrets).where(eq(secrets.name, 'files'));
  await requireOwnFiles(db, placeAt('here'));
  expect(await fs.readFile(pairFile(folderOf('here')), 'utf8')).toBe(written);
});

it('An operator who moved the files says so, and where they were, nobody starts', async () => {
  const db = await openDatabase();
  await requireOwnFiles(db, placeAt('old'));
  await adoptFiles(db, placeAt('new'));
  await requireOwnFiles(db, placeAt('new'));
  await expect(requireOwnFiles(db, placeAt('old'))).rejects.toThrow('adopt-files');
});

/** A database with all secrets of another one. */
async function copyOf(db: Awaited<ReturnType<typeof openDatabase>>) {
  const copy = await openDatabase();
  await copy.delete(secrets);
  await copy.insert(secrets).values(await db.select().from(secrets));
  return copy;
}

it('A copy that is to take the files over does so at its first start, and its original is refused from then on', async () => {
  const original = await openDatabase();
  await requireOwnFiles(original, placeAt('here'));
  const copy = await copyOf(original);
  await takeOverAtStart(copy);
  await requireOwnFiles(original, placeAt('here'));
  await Promise.all([requireOwnFiles(copy, placeAt('here')), requireOwnFiles(copy, placeAt('here'))]);
  await requireOwnFiles(copy, placeAt('here'));
  await expect(requireOwnFiles(original, placeAt('here'))).rejects.toThrow('belong to another database');
  await adoptFiles(original, placeAt('here'));
  await requireOwnFiles(original, placeAt('here'));
  await expect(requireOwnFiles(copy, placeAt('here'))).rejects.toThrow('belong to another database');
});

it('A take-over that ended between the two is made up for, and takes no other files', async () => {
  const original = await openDatabase();
  await requireOwnFiles(original, placeAt('here'));
  const copy = await copyOf(original);
  await takeOverAtStart(copy);
  await expect(requireOwnFiles(copy, placeAt('elsewhere'))).rejects.toThrow('does not have the files');
  const before = await copy.select().from(secrets);
  await requireOwnFiles(copy, placeAt('here'));
  await copy.delete(secrets);
  await copy.insert(secrets).values(before);
  await requireOwnFiles(copy, placeAt('here'));
  const stranger = await openDatabase();
  await requireOwnFiles(stranger, placeAt('theirs'));
  await takeOverAtStart(copy);
  await expect(requireOwnFiles(copy, placeAt('theirs'))).rejects.toThrow('belong to another database');
});

it('A folder without files beside a database that has photos is refused, also at first', async () => {
  const db = await openDatabase();
  await db.insert(media).values({ name: 'a.jpg', kind: 'image', type: 'image/jpeg', bytes: 1 });
  await expect(requireOwnFiles(db, placeAt('here'))).rejects.toThrow('does not have the files');
  await fs.mkdir(path.join(folder, 'here/media'), { recursive: true });
  await expect(requireOwnFiles(db, placeAt('here'))).rejects.toThrow('does not have the files');
  await fs.writeFile(path.join(folder, 'here/media/a.jpg'), '');
  await requireOwnFiles(db, placeAt('here'));
});

it('A folder that cannot be made is refused in a sentence', async () => {
  await fs.writeFile(path.join(folder, 'a-file'), '');
  await expect(requireOwnFiles(await openDatabase(), placeAt('a-file/here'))).rejects.toThrow(
    'Goldleaf cannot write to the folder',
  );
});

it('A damaged id is refused with the sentence', async () => {
  const db = await openDatabase();
  await requireOwnFiles(db, placeAt('here'));
  for (const text of ['', 'x', '..', 'AAAA.AAAA']) {
    await fs.writeFile(pairFile(folderOf('here')), text);
    await expect(requireOwnFiles(db, placeAt('here'))).rejects.toThrow('adopt-files');
  }
  await db.delete(secrets);
  await expect(requireOwnFiles(db, placeAt('here'))).rejects.toThrow('adopt-files');
});
