import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { startCommand } from '#test/process/backup.ts';
import { contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import { askDatabase, makeFolder, startProduct } from '#test/process/product.ts';

// Each starts and stops several servers and databases.
vi.setConfig({ testTimeout: 300_000 });

const upgrade = (settings: Record<string, string>, ...words: string[]) =>
  startCommand('command', settings, 'upgrade-database', ...words);

/** A product on PostgreSQL 15 with an owner whom visitors left their details. */
async function startOlder() {
  const DATA_DIR = makeFolder();
  const older = await startEmbedded(path.join(DATA_DIR, 'postgres'), { onLog: () => {}, major: 15 });
  await older.stop();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await stream.more(20);
  await stream.stop();
  return { DATA_DIR, product, owner, contacts: new Set(stream.acknowledged) };
}

async function stop(product: Awaited<ReturnType<typeof startProduct>>) {
  product.kill('SIGTERM');
  await product.ended;
}

async function readVersion(DATA_DIR: string) {
  const [row] = await askDatabase<{ server_version: string }>(DATA_DIR, 'show server_version');
  return Number.parseInt(String(row?.server_version), 10);
}

it('brings everything to the newest PostgreSQL while Goldleaf is stopped, and keeps the old database until told', async () => {
  const { DATA_DIR, product, owner, contacts } = await startOlder();
  const folders = () => fs.readdirSync(DATA_DIR).filter((name) => name.startsWith('postgres'));
  expect(await readVersion(DATA_DIR)).toBe(15);
  expect(product.output()).toContain('npm run admin -- upgrade-database');
  const refused = await upgrade({ DATA_DIR }).ended;
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('Another Goldleaf is running on') });
  await stop(product);
  expect(await upgrade({ DATA_DIR }, '--remove-old').ended).toEqual({
    code: 1,
    output: expect.stringContaining('There is no older database beside'),
  });

  const upgraded = await upgrade({ DATA_DIR }).ended;
  expect(upgraded.output).toMatch(
    /^The database is of PostgreSQL 18 now: \d+ rows were copied and counted\./,
  );
  expect(upgraded.code).toBe(0);
  expect(folders()).toEqual(['postgres', 'postgres-15']);
  const after = await startProduct({ DATA_DIR });
  expect(await readVersion(DATA_DIR)).toBe(18);
  expect(await contactIds(after.url, owner)).toEqual(contacts);
  expect(after.output()).not.toContain('upgrade-database');
  const stream = streamContacts(after.url, owner);
  await stream.more(5);
  await stream.stop();

  // An operator's own copy has no name of ours.
  fs.cpSync(path.join(DATA_DIR, 'postgres-15'), path.join(DATA_DIR, 'postgres-20261126'), {
    recursive: true,
  });
  expect((await upgrade({ DATA_DIR }, '--remove-old').ended).code).toBe(0);
  expect(folders()).toEqual(['postgres', 'postgres-20261126']);
  await stop(after);
  expect(await upgrade({ DATA_DIR }).ended).toEqual({
    code: 0,
    output: expect.stringContaining('The database is of PostgreSQL 18 already'),
  });
  expect(folders()).toEqual(['postgres', 'postgres-20261126']);
});

it('leaves the old database where it was when it is stopped or killed, and begins again', async () => {
  const { DATA_DIR, product, owner, contacts } = await startOlder();
  await stop(product);
  const isFilling = () => fs.existsSync(path.join(DATA_DIR, 'postgres.upgrading/PG_VERSION'));
  const stopped = upgrade({ DATA_DIR });
  while (!isFilling()) await sleep(5);
  await sleep(500);
  const meanwhile = startCommand('command', { DATA_DIR }, 'end-sessions').ended;
  expect(await meanwhile).toEqual({
    code: 1,
    output: expect.stringContaining('The database is being copied'),
  });
  stopped.kill('SIGTERM');
  expect(await stopped.ended).toEqual({ code: 1, output: 'It was stopped. Everything is as it was.\n' });
  expect(fs.readdirSync(DATA_DIR).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  for (const wait of [0, 500, 1_500]) {
    const killed = upgrade({ DATA_DIR });
    while (!isFilling()) await sleep(5);
    await sleep(wait);
    killed.kill('SIGKILL');
    await killed.ended;
    const again = await startProduct({ DATA_DIR });
    expect(await contactIds(again.url, owner)).toEqual(contacts);
    await stop(again);
  }
  expect((await upgrade({ DATA_DIR }).ended).code).toBe(0);
  expect(await contactIds((await startProduct({ DATA_DIR })).url, owner)).toEqual(contacts);
});

it('refuses a database that cannot be renamed with what is in it', async () => {
  const { DATA_DIR, product } = await startOlder();
  await stop(product);
  const elsewhere = path.join(makeFolder(), 'postgres');
  fs.cpSync(path.join(DATA_DIR, 'postgres'), elsewhere, { recursive: true, preserveTimestamps: true });
  fs.rmSync(path.join(DATA_DIR, 'postgres'), { recursive: true });
  fs.symlinkSync(elsewhere, path.join(DATA_DIR, 'postgres'));
  expect(await upgrade({ DATA_DIR }).ended).toEqual({
    code: 1,
    output: expect.stringContaining('is a link or a disk of its own'),
  });
});

it('is finished by the next start when it is killed between its last two steps', async () => {
  const { DATA_DIR, product, owner, contacts } = await startOlder();
  await stop(product);
  expect((await upgrade({ DATA_DIR }).ended).code).toBe(0);
  fs.renameSync(path.join(DATA_DIR, 'postgres'), path.join(DATA_DIR, 'postgres.upgraded'));
  const finished = await startProduct({ DATA_DIR });
  expect(await readVersion(DATA_DIR)).toBe(18);
  expect(await contactIds(finished.url, owner)).toEqual(contacts);
});
