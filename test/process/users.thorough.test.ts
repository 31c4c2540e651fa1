import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import {
  databasePid,
  launchProduct,
  makeFolder,
  signalProcess,
  startProduct,
} from '#test/process/product.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
/** As root we can also act as an ordinary user, if that user may read this checkout. */
const canBeNobody =
  isRoot && spawnSync('test', ['-r', path.join(packageRoot, 'dist/server/main.js')], NOBODY).status === 0;

const people = isRoot
  ? [
      { who: 'root', user: {}, door: 0o755 },
      { who: 'root in a folder that only root may enter', user: {}, door: 0o700 },
      ...(canBeNobody ? [{ who: 'an ordinary user', user: NOBODY, door: 0o700 }] : []),
    ]
  : [{ who: 'an ordinary user', user: {}, door: 0o700 }];

it.each(people)('serves, survives a kill and stops as $who', async ({ user, door }) => {
  const home = makeFolder();
  if ('uid' in user) fs.chownSync(home, user.uid, user.gid);
  fs.chmodSync(home, door);
  const DATA_DIR = path.join(home, 'data');
  const first = await startProduct({ DATA_DIR }, user);
  const owner = await registerOwner(first.url);
  const stream = streamContacts(first.url, owner);
  await stream.more(20);
  signalProcess(databasePid(DATA_DIR), 'SIGKILL');
  await stream.more(20);
  first.kill('SIGKILL');
  await first.ended;
  await stream.stop();
  const second = await startProduct({ DATA_DIR }, user);
  const kept = await contactIds(second.url, owner);
  expect(stream.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  second.kill('SIGTERM');
  expect(await second.ended).toEqual({ code: 0, signal: null });
});

it.runIf(isRoot)('starts on a backup that root restored without its owners', async () => {
  const DATA_DIR = makeFolder();
  const first = await startProduct({ DATA_DIR });
  const owner = await registerOwner(first.url);
  const stream = streamContacts(first.url, owner);
  await stream.more(5);
  await stream.stop();
  first.kill('SIGTERM');
  await first.ended;
  const restored = path.join(makeFolder(), 'data');
  spawnSync('cp', ['-r', DATA_DIR, restored]);
  expect(fs.statSync(path.join(restored, 'postgres')).uid).toBe(0);
  const second = await startProduct({ DATA_DIR: restored });
  expect((await contactIds(second.url, owner)).size).toBe(stream.acknowledged.length);
});

it('says in one sentence that it cannot use the data folder', async () => {
  const file = path.join(makeFolder(), 'a-file');
  fs.writeFileSync(file, '');
  const product = await launchProduct({ DATA_DIR: path.join(file, 'data') });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toMatch(/^Goldleaf cannot write to the folder .*a-file\/data.*Set DATA_DIR/);
});

it('leaves a folder with other contents alone', async () => {
  const DATA_DIR = makeFolder();
  fs.mkdirSync(path.join(DATA_DIR, 'postgres'));
  fs.writeFileSync(path.join(DATA_DIR, 'postgres/letter.txt'), 'Dear Ada');
  const product = await launchProduct({ DATA_DIR });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain('holds something that is no database');
  expect(fs.readFileSync(path.join(DATA_DIR, 'postgres/letter.txt'), 'utf8')).toBe('Dear Ada');
});
