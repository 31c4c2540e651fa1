import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { listFiles, makeTestBackup, readEntries } from '#test/backups.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { signUpWithPhoto } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { readLastBackup } from './last-backup.ts';
import { restore } from './restore.ts';

/** Backups where a file can't be read: all others are saved. */

const server = startTestServer();
const makeFolder = () => fs.mkdtempSync(path.join(inject('runFolder'), 'unreadable-'));
let photo: string;
let whole: string[];

beforeAll(async () => {
  const { call, cardId } = await signUpWithPhoto(server);
  photo = (await call('GET', `/api/cards/${cardId}`)).body.profileImage.slice(1);
  whole = Object.keys(listFiles(path.join(server.running.app.config.dataDir, 'media')));
});
afterEach(() => void vi.restoreAllMocks());

async function restoreBackup(file: string) {
  const { url, drop } = await createEmptyDatabase();
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: makeFolder(), LOG_LEVEL: 'silent' });
  const parts = { config, log: pino({ level: 'silent' }), input: Readable.from([]), onProgress: () => {} };
  const signal = new AbortController().signal;
  const check = async () => ({ cards: 0, wrong: [] });
  const { wrong } = await restore({ ...parts, signal, check }, file).finally(drop);
  return { wrong, files: Object.keys(listFiles(path.join(config.dataDir, 'media'))) };
}

const others = () => whole.filter((name) => `media/${name}` !== photo);

it('names a file that cannot be read at all, and does not count as whole', async () => {
  const { config, db } = server.running.app;
  const last = await readLastBackup(db);
  const there = path.join(config.dataDir, photo);
  fs.renameSync(there, `${there}-away`);
  fs.mkdirSync(there);
  const file = path.join(makeFolder(), 'goldleaf.tar');
  const { sentence, isWhole } = await makeTestBackup(server, file);
  fs.rmdirSync(there);
  fs.renameSync(`${there}-away`, there);
  expect(isWhole).toBe(false);
  expect(sentence).toContain(`But 1 file cannot be read, and is not in it: ${photo} (EISDIR)`);
  expect(await readLastBackup(db)).toEqual(last);
  expect((await readEntries(file)).map(({ name }) => name)).not.toContain(`files/${photo}`);
  expect(await restoreBackup(file)).toEqual({
    wrong: [`1 file could not be read when it was made: ${photo} (EISDIR)`],
    files: others(),
  });
});

it('leaves the last whole backup where it is, and replaces only others that lack files', async () => {
  const file = path.join(makeFolder(), 'goldleaf.tar');
  const { sentence } = await makeTestBackup(server, file);
  expect(sentence).toContain('/goldleaf.tar.');
  const good = fs.readFileSync(file);
  const { open } = fs.promises;
  vi.spyOn(fs.promises, 'open').mockImplementation(async (name, ...more) => {
    if (String(name).includes('/media/')) throw Object.assign(new Error('stale'), { code: 'ESTALE' });
    return open(name, ...more);
  });
  for (const _ of ['one night', 'the next']) {
    const late = await makeTestBackup(server, file);
    expect(late.isWhole).toBe(false);
    expect(late.sentence).toContain('/goldleaf-incomplete.tar.');
    expect(fs.readFileSync(file)).toEqual(good);
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(['goldleaf-incomplete.tar', 'goldleaf.tar']);
  }
});

it('restores no file that could not be read to its end', async () => {
  const { open } = fs.promises;
  vi.spyOn(fs.promises, 'open').mockImplementation(async (name, ...more) => {
    const handle = await open(name, ...more);
    if (String(name).endsWith(photo)) {
      const read = handle.read.bind(handle) as (...words: unknown[]) => Promise<unknown>;
      Object.assign(handle, {
        read: async (into: Buffer, at: number, _: number, from: number) => {
          if (from > 0) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
          return read(into, at, 10, from);
        },
      });
    }
    return handle;
  });
  const file = path.join(makeFolder(), 'goldleaf.tar');
  const { sentence, isWhole } = await makeTestBackup(server, file);
  expect(isWhole).toBe(false);
  expect(sentence).toContain(`But 1 file cannot be read, and is not in it: ${photo} (EIO)`);
  expect(await restoreBackup(file)).toEqual({
    wrong: [`1 file could not be read when it was made: ${photo} (EIO)`],
    files: others(),
  });
});
