import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { contactIds, type Owner, registerOwner, type Stream, streamContacts } from '#test/process/people.ts';
import {
  childrenOf,
  connectionPids,
  databasePid,
  launch,
  makeFolder,
  type Product,
  signal,
  start,
} from '#test/process/product.ts';

const killDatabase = (dataDir: string) => signal(databasePid(dataDir), 'SIGKILL');
/** Somewhere in the stream, elsewhere in every run. */
const soon = (stream: Stream) => stream.more(10 + Math.floor(Math.random() * 100));

async function expectAllKept(product: Product, owner: Owner, stream: Stream): Promise<void> {
  const kept = await contactIds(product.url, owner);
  expect(stream.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}

it('keeps every acknowledged contact when the app is killed, and goes on with the database it left behind', async () => {
  const DATA_DIR = makeFolder();
  let product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  for (let round = 0; round < 3; round += 1) {
    const stream = streamContacts(product.url, owner);
    await soon(stream);
    const orphan = databasePid(DATA_DIR);
    product.kill('SIGKILL');
    await product.ended;
    await stream.stop();
    product = await start({ DATA_DIR });
    expect(databasePid(DATA_DIR)).toBe(orphan);
    await expectAllKept(product, owner, stream);
  }
});

it('keeps every acknowledged contact when app and database are killed together', async () => {
  const DATA_DIR = makeFolder();
  let product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  for (let round = 0; round < 3; round += 1) {
    const stream = streamContacts(product.url, owner);
    await soon(stream);
    killDatabase(DATA_DIR);
    product.kill('SIGKILL');
    await product.ended;
    await stream.stop();
    product = await start({ DATA_DIR });
    await expectAllKept(product, owner, stream);
  }
});

it.each([
  ['the database server', killDatabase],
  [
    'a connection of the database',
    async (dataDir: string) => signal((await connectionPids(dataDir))[0], 'SIGKILL'),
  ],
])('goes on by itself when %s is killed', async (_victim, kill) => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  for (let round = 0; round < 3; round += 1) {
    await soon(stream);
    await kill(DATA_DIR);
    await stream.more(20);
  }
  await stream.stop();
  expect(product.isRunning()).toBe(true);
  for (const { status, body } of stream.refusals) {
    expect(status).toBe(503);
    expect(body).toEqual({
      message: 'Goldleaf is restarting. Please try again in a moment.',
      code: 'unavailable',
    });
  }
  await expectAllKept(product, owner, stream);
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
});

it('comes back by itself under npm start when the server is killed, and is gone with it', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR }, {}, 'scripts/start.mjs');
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await soon(stream);
  signal(childrenOf(product.pid)[0], 'SIGKILL');
  await product.says('ended (SIGKILL) and starts again in 1 s.');
  await stream.more(20);
  await stream.stop();
  await expectAllKept(product, owner, stream);
  product.kill('SIGKILL');
  await vi.waitFor(() => expect(databasePid(DATA_DIR)).toBeNull(), { timeout: 30_000, interval: 100 });
});

/** The lock files of a database that was killed together with its app. */
async function leaveLockFiles(DATA_DIR: string): Promise<{ owner: Owner; lockFiles: string[] }> {
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  killDatabase(DATA_DIR);
  product.kill('SIGKILL');
  await product.ended;
  const pidFile = path.join(DATA_DIR, 'postgres/postmaster.pid');
  const [, , , , socketDir = ''] = fs.readFileSync(pidFile, 'utf8').split('\n');
  return { owner, lockFiles: [pidFile, path.join(socketDir, '.s.PGSQL.5432.lock')] };
}

it('starts beside stale lock files whose number another program has now', async () => {
  const DATA_DIR = makeFolder();
  const { owner, lockFiles } = await leaveLockFiles(DATA_DIR);
  const { uid, gid } = fs.statSync(path.join(DATA_DIR, 'postgres'));
  const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/' });
  try {
    for (const file of lockFiles) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));
    }
    const next = await start({ DATA_DIR });
    expect((await contactIds(next.url, owner)).size).toBe(0);
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
    expect(stranger.exitCode).toBe(null);
  } finally {
    stranger.kill();
  }
});

it('starts beside lock files that a server was killed before it filled', async () => {
  const DATA_DIR = makeFolder();
  const { owner, lockFiles } = await leaveLockFiles(DATA_DIR);
  for (const file of lockFiles) fs.writeFileSync(file, '');
  const next = await start({ DATA_DIR });
  expect((await contactIds(next.url, owner)).size).toBe(0);
});

it('starts again after a stop that was killed half-way', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await soon(stream);
  product.kill('SIGTERM');
  await product.says('Stopping on SIGTERM');
  product.kill('SIGKILL');
  await product.ended;
  await stream.stop();
  await expectAllKept(await start({ DATA_DIR }), owner, stream);
});

it('starts again after a first start that was killed while it made the database', async () => {
  const DATA_DIR = makeFolder();
  const leftovers = () => fs.readdirSync(DATA_DIR).filter((name) => name.includes('init'));
  const first = await launch({ DATA_DIR });
  while (!leftovers().length) await sleep(1);
  first.kill('SIGKILL');
  await first.ended;
  const product = await start({ DATA_DIR });
  await registerOwner(product.url);
  expect(leftovers()).toEqual([]);
});
