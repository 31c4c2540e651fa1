import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Config, readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { pairFile } from '#server/infra/hold/pair-places.ts';
import { lookAtCopy } from '#server/look-at-copy.ts';
import {
  describeDatabase,
  listFiles,
  makeTestBackup,
  readEntries,
  type SavedEntry,
  writeEntries,
  writeSigned,
} from '#test/backups.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts';
import { signUpWithPhoto } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';
import { explainBackupFailure } from './explain-failure.ts';
import { restore } from './restore.ts';
import { writeMark } from './restore-place.ts';

const server = startTestServer();
const log = pino({ level: 'silent' });
let person: Awaited<ReturnType<typeof signUpWithPhoto>>;
let [file, entries]: [string, SavedEntry[]] = ['', []];

beforeAll(async () => {
  person = await signUpWithPhoto(server);
  // Characters that COPY's text writes in another way.
  const words = { fullName: 'Ana\\N', email: 'ana@example.com', message: 'Two\nlines\tand \\N' };
  const odd = { ...words, cardId: person.cardId };
  expect((await server.client()('POST', '/api/contacts/exchange', odd)).status).toBe(200);
  // Nothing changes any more.
  await server.running.app.arrivals.close();
  await server.running.app.queue.stop();
  file = path.join(makeFolder(), 'goldleaf.tar');
  await makeTestBackup(server, file);
  entries = await readEntries(file);
});

const databases: { drop(): Promise<void> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of databases.splice(0)) await database.drop();
});

const makeFolder = () => fs.mkdtempSync(path.join(inject('runFolder'), 'restored-'));

/** Settings of a place that nobody has used. */
async function makePlace(database = createEmptyDatabase()): Promise<Config> {
  databases.push(await database);
  const { url } = await database;
  return readConfig({ DATABASE_URL: url, DATA_DIR: makeFolder(), LOG_LEVEL: 'silent' });
}

const restoreInto = (config: Config, source: string, input: Readable = Readable.from([])) =>
  restore(
    {
      config,
      log,
      input,
      onProgress: () => {},
      signal: new AbortController().signal,
      check: (database) => lookAtCopy(config, database),
    },
    source,
  );

/** The sentence of a restore that is refused, after which nothing may be there. */
async function refusalOf(source: string, place?: Config): Promise<string> {
  const config = place ?? (await makePlace());
  const before = await describePlace(config);
  const sentence = await restoreInto(config, source).then(
    () => 'It was restored.',
    (error: unknown) => explainBackupFailure(error),
  );
  expect(await describePlace(config)).toEqual(before);
  return sentence;
}

const describePlace = async (config: Config) => ({
  ...(await describeDatabase({ connectionString: config.databaseUrl })),
  files: listFiles(config.dataDir),
});

/** A backup with some of its entries changed. */
async function writeChanged(
  change: (all: SavedEntry[]) => SavedEntry[],
  write = writeEntries,
): Promise<string> {
  const changed = path.join(makeFolder(), 'changed.tar');
  await write(changed, change(entries.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }))));
  return changed;
}
const isPhoto = ({ name }: SavedEntry) => /^files\/media\/[^-]+\.\w+$/.test(name);
const isContacts = ({ name }: SavedEntry) => name === 'tables/contacts/1';

describe('A backup brought into an empty place', () => {
  it('has every row, number, index, check, trigger and file, and marks itself as a copy', async () => {
    const config = await makePlace();
    const { sentence, cards, wrong } = await restoreInto(config, file);
    expect({ cards, wrong }).toEqual({ cards: 1, wrong: [] });
    expect(sentence).toMatch(/^The backup of [-\d]+, [:\d]+ UTC \(release [\d.]+\) is restored: /);
    const from = await describeDatabase({ connectionString: server.running.app.config.databaseUrl });
    const to = await describeDatabase({ connectionString: config.databaseUrl });
    expect(to.rows['public.restorations']).toMatch(/^1 /);
    expect(onlyRestored(to.rows)).toEqual(onlyRestored(from.rows));
    expect(to.schema.filter(isNoNumber)).toEqual(from.schema.filter(isNoNumber));
    for (const line of to.schema.filter((line) => !isNoNumber(line)))
      expect(Number(line.split(' ')[1])).toBeGreaterThan(1_000_000);
    const folder = (dataDir: string) => listFiles(path.join(dataDir, 'media'));
    const { dataDir } = server.running.app.config;
    expect(folder(config.dataDir)).toEqual(folder(dataDir));
    expect(fs.readFileSync(pairFile(config.dataDir))).not.toEqual(fs.readFileSync(pairFile(dataDir)));
    expect(fs.existsSync(path.join(config.dataDir, 'restoring.json'))).toBe(false);
  });

  it('is read from standard input, of which nothing stays', { tags: ['thorough'] }, async () => {
    const config = await makePlace();
    const { wrong } = await restoreInto(config, '-', fs.createReadStream(file));
    expect(wrong).toEqual([]);
    expect(fs.readdirSync(config.dataDir).filter((name) => name.includes('.tar'))).toEqual([]);
  });
});

/** Phones and others that follow changes know numbers of the original, which went on after the backup. */
const isNoNumber = (line: string) => !/^(apple_pass_tags|change_numbers) /.test(line);

/** A start notes itself, and a backup when it was made. */
const OWN = ['public.restorations', 'public.billing_reports'];

/** Of the queue, its jobs: the rest is of its own making. */
const onlyRestored = (rows: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(rows).filter(
      ([name]) => (name.startsWith('public.') && !OWN.includes(name)) || name === 'pgboss.job',
    ),
  );

describe('A restore is refused, and nothing is written,', () => {
  it('if the file is no backup', { tags: ['thorough'] }, async () => {
    const other = path.join(makeFolder(), 'notes.tar');
    fs.writeFileSync(other, 'Dear diary, '.repeat(1_000));
    expect(await refusalOf(other)).toMatch(/^This is no backup of Goldleaf\./);
    fs.writeFileSync(other, '');
    expect(await refusalOf(other)).toMatch(/^This is no backup of Goldleaf\./);
    await writeEntries(other, [{ name: 'notes.txt', bytes: Buffer.from('Dear diary') }]);
    expect(await refusalOf(other)).toMatch(/^This is no backup of Goldleaf\./);
    expect(await refusalOf(`${other}.gone`)).toBe(`There is no file ${other}.gone.`);
  });

  it('if this user may not read the file', async () => {
    vi.spyOn(fs, 'accessSync').mockImplementation((of) => {
      if (of === file) throw Object.assign(new Error(), { code: 'EACCES' });
    });
    expect(await refusalOf(file)).toContain(`This user may not read ${file}.`);
  });

  it.each(firstOf([0.9, 0.3]))('if the file is cut after %d of it', async (share) => {
    const cut = path.join(makeFolder(), 'cut.tar');
    const whole = fs.readFileSync(file);
    fs.writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)));
    expect(await refusalOf(cut)).toMatch(/^The backup is cut: its end is missing\./);
  });

  it('if one byte of a photo, of a table or of the manifest is another', async () => {
    for (const isOne of [isPhoto, isContacts, ({ name }: SavedEntry) => name === 'manifest.json']) {
      let name = '';
      const changed = await writeChanged((all) => {
        const entry = all.find(isOne);
        if (!entry) throw new Error('There is no such entry.');
        name = entry.name;
        const at = Math.floor(entry.bytes.length / 2);
        entry.bytes.writeUInt8(entry.bytes.readUInt8(at) ^ 1, at);
        return all;
      });
      expect(await refusalOf(changed)).toBe(
        `The backup was changed: ${name} is not what was saved. Use another copy of it.`,
      );
    }
  });

  it('if a file or a part of a table is missing', { tags: ['thorough'] }, async () => {
    for (const isOne of [isPhoto, isContacts]) {
      const changed = await writeChanged((all) => all.filter((entry) => !isOne(entry)));
      expect(await refusalOf(changed)).toMatch(/^The backup was changed: (files\/media|tables\/contacts)/);
    }
  });

  it('if fewer rows or files arrive than were saved, whatever the sums', { tags: ['thorough'] }, async () => {
    const table = await writeChanged((all) => all.filter((entry) => !isContacts(entry)), writeSigned);
    expect(await refusalOf(table)).toBe('Of contacts, 0 rows arrived instead of 2, so nothing was kept.');
    const photo = await writeChanged((all) => all.filter((entry) => !isPhoto(entry)), writeSigned);
    expect(await refusalOf(photo)).toMatch(/^\d of \d files? arrived, so nothing was kept\.$/);
  });

  it('if rows do not fit together', { tags: ['thorough'] }, async () => {
    const orphans = await writeChanged(
      (all) => all.filter(({ name }) => name !== 'tables/users/1'),
      (to, all) => writeSigned(to, all, (manifest) => (manifest.tables.users.rows = 0)),
    );
    expect(await refusalOf(orphans)).toContain('violates foreign key constraint');
  });

  it('if it was made by a newer release, or in a newer format', { tags: ['thorough'] }, async () => {
    const newer = await writeChanged((all) => changeAbout(all, { migration: 9_999_999_999_999 }));
    expect(await refusalOf(newer)).toMatch(/^The backup is of a newer release \([\d.]+\) than this one\./);
    const format = await writeChanged((all) => changeAbout(all, { format: 2, others: 'unknown' }));
    expect(await refusalOf(format)).toMatch(/^The backup is of a newer release than this one\./);
  });

  it('if the place has a database or files', { tags: ['thorough'] }, async () => {
    const used = await makePlace(createTestDatabase());
    expect(await refusalOf(file, used)).toMatch(
      /^The database is not empty: it has \w+\.\w+\. Choose an empty one/,
    );
    const filled = await makePlace();
    fs.mkdirSync(path.join(filled.dataDir, 'media'));
    fs.writeFileSync(path.join(filled.dataDir, 'media/photo.jpg'), '');
    expect(await refusalOf(file, filled)).toMatch(/media is not empty\. Restore into an empty DATA_DIR/);
    const owned = await makePlace();
    fs.writeFileSync(pairFile(owned.dataDir), '');
    expect(await refusalOf(file, owned)).toMatch(/ is not empty\. Restore into an empty DATA_DIR/);
  });

  it('if the disk has no room for it', { tags: ['thorough'] }, async () => {
    const disk = { bavail: 0, bsize: 4096 } as Awaited<ReturnType<typeof fs.promises.statfs>>;
    vi.spyOn(fs.promises, 'statfs').mockResolvedValue(disk);
    expect(await refusalOf(file)).toMatch(/has 0 MB free, and the restore needs 1 MB\. Nothing was written/);
  });

  it('if the disk is full in the middle', { tags: ['thorough'] }, async () => {
    const open = fs.promises.open;
    vi.spyOn(fs.promises, 'open').mockImplementation(async (name, ...more) => {
      const handle = await open(name, ...more);
      if (String(name).includes('/media/'))
        handle.writeFile = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
      return handle;
    });
    expect(await refusalOf(file)).toBe('The disk is full. Nothing was kept. Make room, then try again.');
  });
});

const changeAbout = (all: SavedEntry[], changes: object) =>
  all.map(({ name, bytes }) =>
    name === 'about.json'
      ? { name, bytes: Buffer.from(JSON.stringify({ ...JSON.parse(String(bytes)), ...changes })) }
      : { name, bytes },
  );

describe('A restore that was stopped', () => {
  const mark = { startedAt: new Date(0).toISOString(), takenAt: new Date(0).toISOString(), pid: 2 ** 30 };
  async function makeHalf(): Promise<Config> {
    const config = await makePlace();
    fs.mkdirSync(path.join(config.dataDir, 'media'));
    fs.writeFileSync(path.join(config.dataDir, 'media/half.jpg'), 'half');
    fs.writeFileSync(path.join(config.dataDir, 'restoring.json'), JSON.stringify(mark));
    return config;
  }

  it('keeps the product from starting on what it left', async () => {
    const config = await makeHalf();
    await expect(connectDatabase(config, log)).rejects.toThrow(
      `Goldleaf cannot start. A restore into ${config.dataDir} isn’t finished.`,
    );
  });

  it('is cleaned up by the next one, which starts over', { tags: ['thorough'] }, async () => {
    const config = await makeHalf();
    const { wrong } = await restoreInto(config, file);
    expect(wrong).toEqual([]);
    expect(listFiles(path.join(config.dataDir, 'media'))).not.toHaveProperty('half.jpg');
    expect(fs.existsSync(path.join(config.dataDir, 'restoring.json'))).toBe(false);
  });

  it('is not joined by another', { tags: ['thorough'] }, async () => {
    const config = await makePlace();
    await writeMark(config, mark);
    await expect(writeMark(config, mark)).rejects.toThrow('Another restore into');
    expect(fs.readdirSync(config.dataDir)).toEqual(['restoring.json']);
  });

  it('just before its look at the copy is continued there', { tags: ['thorough'] }, async () => {
    const config = await makePlace();
    await restoreInto(config, file);
    const takenAt = JSON.parse(String(entries[0]?.bytes)).at;
    fs.writeFileSync(path.join(config.dataDir, 'restoring.json'), JSON.stringify({ ...mark, takenAt }));
    const { sentence, wrong } = await restoreInto(config, file);
    expect({ sentence, wrong }).toEqual({
      sentence: expect.stringMatching(/^The backup of .* had been restored before.* was not read\.$/),
      wrong: [],
    });
    expect(fs.existsSync(path.join(config.dataDir, 'restoring.json'))).toBe(false);
  });
});
