import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { describeDatabase, listFiles, makeTestBackup } from '#test/backups.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { signUpWithPhoto } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { explainBackupFailure } from './explain-failure.ts';
import { restore } from './restore.ts';

/** A restore into a database of one's own is one transaction, which its last step commits. */

const server = startTestServer();
const makeFolder = () => fs.mkdtempSync(path.join(inject('runFolder'), 'restored-'));
let file: string;

beforeAll(async () => {
  await signUpWithPhoto(server);
  file = path.join(makeFolder(), 'goldleaf.tar');
  await makeTestBackup(server, file);
});
afterEach(() => void vi.restoreAllMocks());

/** Begins at once; `onProgress` is told what the operator is. */
async function startRestore(onProgress: (text: string, stopping: AbortController) => void = () => {}) {
  const { url, drop } = await createEmptyDatabase();
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: makeFolder(), LOG_LEVEL: 'silent' });
  const stopping = new AbortController();
  const done = restore(
    {
      config,
      log: pino({ level: 'silent' }),
      input: Readable.from([]),
      onProgress: (text) => onProgress(text, stopping),
      signal: stopping.signal,
      check: async () => ({ cards: 0, wrong: [] }),
    },
    file,
  );
  done.catch(() => {});
  return { config, done, connection: { connectionString: url }, drop };
}

it('shows nothing to others until everything is there', async () => {
  const seen: number[] = [];
  const { query } = pg.Client.prototype;
  let look = async () => {};
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    const go = () => Reflect.apply(query, this, words);
    return words[0] === 'commit' ? look().then(go) : go();
  });
  const { done, connection, drop } = await startRestore();
  look = async () => void seen.push(Object.keys((await describeDatabase(connection)).rows).length);
  await done;
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((tables) => tables > 0)).toEqual([]);
  await drop();
});

it('leaves nothing if it is stopped while it checks everything', async () => {
  const { config, done, connection, drop } = await startRestore((text, stopping) => {
    if (text.startsWith('Checking everything')) stopping.abort();
  });
  expect(await done.catch(explainBackupFailure)).toBe('It was stopped. Nothing was kept.');
  expect(await describeDatabase(connection)).toEqual({ rows: {}, schema: [] });
  expect(listFiles(config.dataDir)).toEqual({});
  await drop();
});
