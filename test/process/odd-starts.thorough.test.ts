import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { contactIds, type Owner, registerOwner } from '#test/process/people.ts';
import {
  databasePid,
  launchProduct,
  makeFolder,
  signalProcess,
  startProduct,
} from '#test/process/product.ts';

/** Leaves the lock files of a database that was killed together with its app. */
async function leaveLockFiles(DATA_DIR: string): Promise<{ owner: Owner; lockFiles: string[] }> {
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  signalProcess(databasePid(DATA_DIR), 'SIGKILL');
  product.kill('SIGKILL');
  await product.ended;
  const pidFile = path.join(DATA_DIR, 'postgres/postmaster.pid');
  const [, , , , socketDir = ''] = fs.readFileSync(pidFile, 'utf8').split('\n');
  return { owner, lockFiles: [pidFile, path.join(socketDir, '.s.PGSQL.5432.lock')] };
}

it('starts despite stale lock files whose process id belongs to another program now', async () => {
  const DATA_DIR = makeFolder();
  const { owner, lockFiles } = await leaveLockFiles(DATA_DIR);
  const { uid, gid } = fs.statSync(path.join(DATA_DIR, 'postgres'));
  const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/' });
  try {
    for (const file of lockFiles) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));
    }
    const next = await startProduct({ DATA_DIR });
    expect((await contactIds(next.url, owner)).size).toBe(0);
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
    expect(stranger.exitCode).toBe(null);
  } finally {
    stranger.kill();
  }
});

it('starts despite empty lock files of a server that was killed before it filled them', async () => {
  const DATA_DIR = makeFolder();
  const { owner, lockFiles } = await leaveLockFiles(DATA_DIR);
  for (const file of lockFiles) fs.writeFileSync(file, '');
  const next = await startProduct({ DATA_DIR });
  expect((await contactIds(next.url, owner)).size).toBe(0);
});

it('starts again after a first start that was killed while creating the database', async () => {
  const DATA_DIR = makeFolder();
  const leftovers = () => fs.readdirSync(DATA_DIR).filter((name) => name.includes('init'));
  const first = await launchProduct({ DATA_DIR });
  while (!leftovers().length) await sleep(1);
  first.kill('SIGKILL');
  await first.ended;
  const product = await startProduct({ DATA_DIR });
  await registerOwner(product.url);
  expect(leftovers()).toEqual([]);
});

it.each(['postgres://app@127.0.0.1:1/app', 'postgres://app@nowhere.invalid/app'])(
  'says in one sentence that nothing responds at %s',
  async (DATABASE_URL) => {
    const product = await launchProduct({ DATA_DIR: makeFolder(), DATABASE_URL });
    expect((await product.ended).code).toBe(1);
    expect(product.output()).toMatch(
      /^Goldleaf cannot start\. The database does not let it in \(.+\)\. Check DATABASE_URL/,
    );
  },
);

it('obeys a stop from its first moments on', async () => {
  const DATA_DIR = makeFolder();
  const product = await launchProduct({ DATA_DIR });
  // The database is being created, by a program that runs next to us.
  await vi.waitFor(() => expect(fs.readdirSync(DATA_DIR).join()).toContain('postgres.init'), {
    timeout: 30_000,
    interval: 1,
  });
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(databasePid(DATA_DIR)).toBeNull();
});
