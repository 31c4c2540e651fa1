import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Config, readConfig } from '#server/config/config.ts';
import { lookAtCopy } from '#server/look-at-copy.ts';
import { listFiles, makeTestBackup } from '#test/backups.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { signUpWithPhoto } from '#test/factories.ts';
import { type S3Server, startS3Server } from '#test/s3/s3-server.ts';
import { openTestServer } from '#test/server.ts';
import { restore } from './restore.ts';
import { writeMark } from './restore-place.ts';

/** Backups of a product whose files are in a bucket, and of one that goes there. */

let s3: S3Server;
let opened: Awaited<ReturnType<typeof openTestServer>>;
let file: string;
let photo: string;
const makeFolder = () => fs.mkdtempSync(path.join(inject('runFolder'), 'bucket-backup-'));

beforeAll(async () => {
  s3 = await startS3Server();
  opened = await openTestServer({ env: s3.env });
  const { call, cardId } = await signUpWithPhoto(opened.server);
  photo = (await call('GET', `/api/cards/${cardId}`)).body.profileImage;
  const { app } = opened.server.running;
  await app.archives.put('kept.zip', Buffer.from('an archive'));
  await app.arrivals.close();
  await app.queue.stop();
  fs.rmSync(path.join(app.config.dataDir, 'copies/media'), { recursive: true });
  file = path.join(makeFolder(), 'goldleaf.tar');
  const { sentence, isWhole } = await makeTestBackup(opened.server, file);
  expect([sentence, isWhole]).toEqual([expect.stringContaining('and 4 files'), true]);
});
afterAll(async () => {
  await opened.stop();
  await s3.away();
});

async function restoreWith(env: Record<string, string>, source = file) {
  const database = await createEmptyDatabase();
  const config = readConfig({
    ...{ DATABASE_URL: database.url, DATA_DIR: makeFolder(), LOG_LEVEL: 'silent' },
    ...env,
  });
  const check = (home: Parameters<typeof lookAtCopy>[1]) => lookAtCopy(config, home);
  const parts = { config, log: pino({ level: 'silent' }), input: Readable.from([]), onProgress: () => {} };
  const done = restore({ ...parts, signal: new AbortController().signal, check }, source);
  return { config, done, drop: database.drop };
}
const objectsBelow = (prefix: string) =>
  [...s3.objects.keys()].flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])).sort();
const filesOf = ({ dataDir }: Config) =>
  Object.keys(listFiles(dataDir)).filter((name) => !/copies|most-read/.test(name));

it('is restored into an empty bucket, with an id of its own there, and leaves nothing of it on disk', {
  tags: ['thorough'],
}, async () => {
  const { config, done, drop } = await restoreWith({ ...s3.env, S3_PREFIX: 'copy' });
  expect((await done).wrong).toEqual([]);
  expect(objectsBelow('copy/')).toEqual(objectsBelow('some/where/'));
  expect(objectsBelow('copy/')).toContain('archives/kept.zip');
  expect(s3.objects.get(`copy${photo}`)).toEqual(s3.objects.get(`some/where${photo}`));
  expect(s3.objects.get('copy/installation')).not.toEqual(s3.objects.get('some/where/installation'));
  expect(filesOf(config)).toEqual([]);
  await drop();
});

it('is restored to disk as well', { tags: ['thorough'] }, async () => {
  const { config, done, drop } = await restoreWith({});
  expect((await done).wrong).toEqual([]);
  expect(fs.readFileSync(path.join(config.dataDir, photo))).toEqual(s3.objects.get(`some/where${photo}`));
  await drop();
});

it('fetches a file once more whose connection breaks', async () => {
  s3.broken = new RegExp(`^GET ${photo.slice(1)}$`);
  const { isWhole } = await makeTestBackup(opened.server, path.join(makeFolder(), 'goldleaf.tar'));
  expect([isWhole, s3.broken]).toEqual([true, null]);
});

it('fails where the place for fetched files cannot be read, instead of leaving all of them out', async () => {
  const { open } = fs.promises;
  const opening = vi.spyOn(fs.promises, 'open').mockImplementation(async (name, ...more) => {
    if (/\/staging\/backup-\d+\//.test(String(name)))
      throw Object.assign(new Error('denied'), { code: 'EACCES' });
    return open(name, ...more);
  });
  const folder = makeFolder();
  await expect(makeTestBackup(opened.server, path.join(folder, 'goldleaf.tar'))).rejects.toThrow('denied');
  opening.mockRestore();
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('is refused by a bucket in which anything is', async () => {
  const before = new Map(s3.objects);
  const { done, drop } = await restoreWith(s3.env);
  await expect(done).rejects.toThrow('is not empty. Restore into an empty one');
  expect(s3.objects).toEqual(before);
  await drop();
});

it('leaves nothing in the bucket if it fails', { tags: ['thorough'] }, async () => {
  const { done, drop } = await restoreWith({ ...s3.env, S3_PREFIX: 'failed' });
  s3.refused = /^PUT failed\/installation/;
  const ofAnother = 'failed/below/media/theirs.jpg';
  await vi.waitFor(() => expect(objectsBelow('failed/')).not.toEqual([]));
  s3.objects.set(ofAnother, Buffer.from('x'));
  await expect(done).rejects.toThrow(
    'The bucket goldleaf-test refuses this key (AccessDenied). It needs s3:',
  );
  s3.refused = null;
  expect(objectsBelow('failed/')).toEqual(['below/media/theirs.jpg']);
  s3.objects.delete(ofAnother);
  await drop();
});

it('empties a bucket that a restore was stopped in, unless it has gone live since', {
  tags: ['thorough'],
}, async () => {
  const env = { ...s3.env, S3_PREFIX: 'live', DATA_DIR: makeFolder() };
  const mark = { startedAt: new Date(0).toISOString(), takenAt: new Date(0).toISOString(), pid: 1 };
  await writeMark(readConfig(env), mark);
  const markFile = path.join(env.DATA_DIR, 'restoring.json');
  const ofStopped = fs.readFileSync(markFile);
  s3.objects.set('live/media/half.jpg', Buffer.from('x'));
  const again = await restoreWith(env);
  expect((await again.done).wrong).toEqual([]);
  expect(objectsBelow('live/')).toEqual(objectsBelow('some/where/'));
  await again.drop();

  fs.writeFileSync(markFile, ofStopped);
  const late = await restoreWith(env);
  await expect(late.done).rejects.toThrow('is not empty. Restore into an empty one');
  expect(objectsBelow('live/')).toEqual(objectsBelow('some/where/'));
  await late.drop();
});
