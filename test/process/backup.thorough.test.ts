import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { startCommand } from '#test/process/backup.ts';
import { callServer, contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import {
  askDatabase,
  launchProduct,
  makeDataFolder,
  makeFolder,
  startProduct,
} from '#test/process/product.ts';

/** `back-up.test.ts` and `restore.test.ts` with processes: under load, killed, on a full disk, on other databases. */

// Each starts and stops several servers and databases.
vi.setConfig({ testTimeout: 300_000 });

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const backUp = (settings: Record<string, string>, ...words: string[]) =>
  startCommand('backup', settings, ...words).ended;
const restore = (settings: Record<string, string>, file: string) =>
  startCommand('restore', settings, file).ended;

/** A database of one's own on a server of that major version. */
async function makeOwnDatabase(major: number): Promise<string> {
  const { connection, stop } = await startEmbedded(path.join(makeFolder(), 'postgres'), {
    onLog: () => {},
    major,
  });
  closers.push(stop);
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('create role product login');
  await client.query('create database cards owner product');
  await client.end();
  return `postgres://product@localhost:5432/cards?host=${encodeURIComponent(connection.host)}`;
}

/** People who register and upload again and again, until they are stopped. */
function keepRegistering(url: string) {
  let isStopped = false;
  const live = async (lane: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const name = `lane${lane}n${n}`;
      const person = {
        username: name,
        email: `${name}@example.com`,
        password: 'correct horse',
        fullName: name,
      };
      const { cookie } = await callServer(url, 'POST', '/api/auth/register', person);
      const pixels = randomBytes(64 * 64 * 3);
      const photo = await sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
        .jpeg()
        .toBuffer();
      const profileImage = `data:image/jpeg;base64,${photo.toString('base64')}`;
      await callServer(url, 'POST', '/api/cards', { name: 'Work', fullName: name, profileImage }, cookie);
    }
  };
  const lanes = [live(1), live(2)];
  return async () => {
    isStopped = true;
    await Promise.all(lanes);
  };
}

describe('A backup taken while people register, upload and leave contacts', () => {
  it.each(['embedded', 15, 18] as const)('is restored as a consistent copy: %s', async (kind) => {
    const DATA_DIR = makeDataFolder();
    const product = await startProduct({ DATA_DIR });
    const owner = await registerOwner(product.url);
    const stream = streamContacts(product.url, owner);
    const stopRegistering = keepRegistering(product.url);
    await stream.more(50);
    await askDatabase(DATA_DIR, 'select 1');
    const before = new Set(stream.acknowledged);
    const file = path.join(makeFolder(), 'goldleaf.tar');
    const made = await backUp({ DATA_DIR }, file);
    expect(made.output).toMatch(/^The backup is written: /);
    expect(made.code).toBe(0);
    await stream.more(10);
    await Promise.all([stream.stop(), stopRegistering()]);

    const to: Record<string, string> = { DATA_DIR: makeFolder() };
    if (kind !== 'embedded') to.DATABASE_URL = await makeOwnDatabase(kind);
    const restored = await restore(to, file);
    expect(restored.output).toContain('It is the same: ');
    expect(restored.code).toBe(0);
    const copy = await startProduct(to);
    const kept = await contactIds(copy.url, owner);
    expect([...before].filter((id) => !kept.has(id))).toEqual([]);
    await expectConsistent(to, kept.size);
  });
});

/** Counters agree with what they count, and every file that a row names is there, but for uploads that were under way. */
async function expectConsistent(settings: Record<string, string>, contacts: number): Promise<void> {
  const ask = async (statement: string) => {
    if (!settings.DATABASE_URL) return askDatabase<{ n: string }>(settings.DATA_DIR ?? '', statement);
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    await client.connect();
    return (await client.query<{ n: string }>(statement).finally(() => client.end())).rows;
  };
  expect(Number((await ask('select sum(contacts) as n from user_counts'))[0]?.n)).toBe(contacts);
  const names = await ask('select name as n from media where not is_writing');
  expect(names.length).toBeGreaterThan(1);
  const folder = path.join(settings.DATA_DIR ?? '', 'media');
  expect(names.filter(({ n }) => !fs.existsSync(path.join(folder, n)))).toEqual([]);
}

describe('The embedded database', () => {
  it('moves to one of your own, while Goldleaf is stopped, with everything in it', async () => {
    const DATA_DIR = makeDataFolder();
    const product = await startProduct({ DATA_DIR });
    const owner = await registerOwner(product.url);
    const stream = streamContacts(product.url, owner);
    await stream.more(20);
    await stream.stop();
    const DATABASE_URL = await makeOwnDatabase(18);
    const move = () => startCommand('command', { DATA_DIR }, 'move-to', DATABASE_URL).ended;
    expect(await move()).toEqual({
      code: 1,
      output: expect.stringContaining('Another Goldleaf is running on'),
    });
    product.kill('SIGTERM');
    await product.ended;
    const moved = await move();
    expect(moved.output).toMatch(/^The database is moved: [\d,]+ rows are in the new one/);
    expect(moved.code).toBe(0);
    const copy = await startProduct({ DATA_DIR, DATABASE_URL });
    expect(await contactIds(copy.url, owner)).toEqual(new Set(stream.acknowledged));
    copy.kill('SIGTERM');
    await copy.ended;
    expect(await move()).toEqual({ code: 1, output: expect.stringContaining('The database is not empty') });
    const old = await launchProduct({ DATA_DIR });
    expect((await old.ended).code).toBe(1);
    expect(old.output()).toContain(`The files in ${DATA_DIR} belong to another database`);
    expect((await startCommand('command', { DATA_DIR }, 'adopt-files').ended).code).toBe(0);
    // The old one is as it was.
    expect(await contactIds((await startProduct({ DATA_DIR })).url, owner)).toEqual(
      new Set(stream.acknowledged),
    );
  });
});

/** A backup of some people, with a table of so many megabytes. */
async function makeLargeBackup(megabytes: number): Promise<{ DATA_DIR: string; file: string }> {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
  await registerOwner(product.url);
  await askDatabase(
    DATA_DIR,
    `insert into secrets select 'n' || n, (
       select decode(string_agg(md5(random()::text || n || m), ''), 'hex') from generate_series(1, 16384) m)
     from generate_series(1, ${megabytes * 4}) n`,
  );
  const file = path.join(makeFolder(), 'goldleaf.tar');
  expect((await backUp({ DATA_DIR }, file)).code).toBe(0);
  return { DATA_DIR, file };
}

describe('kill -9', () => {
  it('in the middle of a backup leaves the last one as it was, and the next one cleans up', async () => {
    const { DATA_DIR, file } = await makeLargeBackup(60);
    const last = fs.statSync(file);
    const folder = path.dirname(file);
    for (const wait of [0, 100, 300]) {
      const killed = startCommand('backup', { DATA_DIR }, file);
      while (fs.readdirSync(folder).length === 1) await sleep(5);
      await sleep(wait);
      killed.kill('SIGKILL');
      await killed.ended;
      expect(fs.statSync(file).mtimeMs).toBe(last.mtimeMs);
    }
    expect(fs.readdirSync(folder).length).toBeGreaterThan(1);
    expect((await backUp({ DATA_DIR }, file)).code).toBe(0);
    expect(fs.readdirSync(folder)).toEqual(['goldleaf.tar']);
    expect((await restore({ DATA_DIR: makeFolder() }, file)).code).toBe(0);
  });

  it.each(['embedded', 18] as const)(
    'in the middle of a restore leaves nothing that starts, and the next one starts over: %s',
    async (kind) => {
      const { file } = await makeLargeBackup(60);
      const to: Record<string, string> = { DATA_DIR: makeFolder() };
      if (kind !== 'embedded') to.DATABASE_URL = await makeOwnDatabase(kind);
      const mark = path.join(to.DATA_DIR ?? '', 'restoring.json');
      const isMarkedBy = (pid: number) => {
        try {
          return fs.readFileSync(mark, 'utf8').includes(`"pid":${pid}`);
        } catch {
          return false;
        }
      };
      for (const wait of [0, 200, 800]) {
        const killed = startCommand('restore', to, file);
        // The mark of the one before goes first.
        while (!isMarkedBy(killed.pid)) await sleep(5);
        await sleep(wait);
        killed.kill('SIGKILL');
        await killed.ended;
        const product = await launchProduct(to);
        expect((await product.ended).code).toBe(1);
        expect(product.output()).toContain('Goldleaf cannot start. A restore into');
      }
      const again = await restore(to, file);
      expect(again.output).toContain('It is the same: ');
      expect(again.code).toBe(0);
      await startProduct(to);
    },
  );

  it('is not needed to stop a restore: SIGTERM removes what it wrote', async () => {
    const { file } = await makeLargeBackup(60);
    const to = { DATA_DIR: makeFolder() };
    const stopped = startCommand('restore', to, file);
    while (!fs.existsSync(path.join(to.DATA_DIR, 'postgres/postmaster.pid'))) await sleep(5);
    stopped.kill('SIGTERM');
    expect(await stopped.ended).toEqual({ code: 1, output: 'It was stopped. Nothing was kept.\n' });
    expect(fs.readdirSync(to.DATA_DIR)).toEqual([]);
  });
});

const canMount = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v mount']).status === 0;

/** A folder on a disk of its own, of so many megabytes. */
function makeSmallDisk(megabytes: number): string {
  const folder = makeFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  closers.push(async () => void execFileSync('umount', ['-l', folder]));
  return folder;
}

function fillDisk(disk: string): void {
  const file = fs.openSync(path.join(disk, 'other'), 'w');
  try {
    for (;;) {
      const { bavail, bsize } = fs.statfsSync(disk);
      if (bavail * bsize < 30_000_000) break;
      fs.writeSync(file, Buffer.alloc(1_000_000));
    }
  } finally {
    fs.closeSync(file);
  }
}

describe.skipIf(!canMount)('A full disk', () => {
  it('ends a backup with a sentence, and keeps the last one', async () => {
    const { DATA_DIR, file } = await makeLargeBackup(60);
    const disk = makeSmallDisk(30);
    fs.writeFileSync(path.join(disk, 'goldleaf.tar'), 'the last one');
    const { code, output } = await backUp({ DATA_DIR }, path.join(disk, 'goldleaf.tar'));
    expect({ code, output }).toEqual({
      code: 1,
      output: 'The disk is full. Nothing was kept. Make room, then try again.\n',
    });
    expect(fs.readdirSync(disk)).toEqual(['goldleaf.tar']);
    expect(fs.statSync(file).size).toBeGreaterThan(60_000_000);
  });

  it('in the middle of a restore ends it with a sentence, and leaves nothing', async () => {
    const { file } = await makeLargeBackup(60);
    const disk = makeSmallDisk(600);
    const stopped = startCommand('restore', { DATA_DIR: disk }, file);
    while (!fs.existsSync(path.join(disk, 'postgres/postmaster.pid'))) await sleep(5);
    // Something else fills the disk meanwhile.
    fillDisk(disk);
    const { code, output } = await stopped.ended;
    expect({ code, output }).toEqual({
      code: 1,
      output: 'The disk is full. Nothing was kept. Make room, then try again.\n',
    });
    expect(fs.readdirSync(disk)).toEqual(['other']);
  });
});
