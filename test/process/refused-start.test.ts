import fs from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runAdmin } from '#test/process/command.ts';
import {
  askDatabase,
  databasePid,
  launchProduct,
  makeDataFolder,
  makeFolder,
  startProduct,
} from '#test/process/product.ts';

it('asks about a setting that looks misspelled, and starts; says in one sentence that another program is using its port, and leaves no database running', {
  tags: ['thorough'],
}, async () => {
  const { port, output } = await startProduct({ DATA_DIR: makeDataFolder(), TRUST_PROXI: 'on' });
  expect(output()).toContain('TRUST_PROXI is not a setting of Goldleaf. Did you mean TRUST_PROXY?\n');
  const DATA_DIR = makeFolder();
  const second = await launchProduct({ DATA_DIR, PORT: String(port) });
  expect((await second.ended).code).toBe(1);
  expect(second.output()).toContain(`Port ${port} is in use by another program.`);
  expect(second.output()).not.toContain('    at ');
  // This was checked before the database was created.
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});

it('says in one sentence that a port is not a number', async () => {
  const product = await launchProduct({ DATA_DIR: makeFolder(), PORT: 'abc' });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toMatch(/^Goldleaf cannot start\. PORT is wrong: [^\n]+\.\n$/);
});

it('says in one sentence that the folder cannot be created', { tags: ['thorough'] }, async () => {
  const product = await launchProduct({ DATA_DIR: '/proc/nowhere' });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toMatch(/^Goldleaf cannot write to the folder \/proc\/nowhere .*Set DATA_DIR/);
});

it('says in one sentence that no database responds', { tags: ['thorough'] }, async () => {
  const DATABASE_URL = 'postgres://app@localhost:1/app';
  const product = await launchProduct({ DATA_DIR: makeFolder(), DATABASE_URL });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toMatch(
    /^Goldleaf cannot start\. The database does not let it in \(.+\)\. Check DATABASE_URL/,
  );
});

it('stops its database when jobs cannot run, though pages were served before', {
  tags: ['thorough'],
}, async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
  await askDatabase(DATA_DIR, 'alter table pgboss.schedule rename to gone');
  product.kill('SIGTERM');
  await product.ended;
  const broken = await launchProduct({ DATA_DIR });
  expect((await broken.ended).code).toBe(1);
  expect(broken.output()).toContain('relation "pgboss.schedule" does not exist');
  expect(databasePid(DATA_DIR)).toBeNull();
});

it('stops cleanly even in the middle of its start', { tags: ['thorough'] }, async () => {
  const DATA_DIR = makeFolder();
  const product = await launchProduct({ DATA_DIR });
  await vi.waitFor(() => expect(databasePid(DATA_DIR)).not.toBeNull(), { timeout: 30_000, interval: 5 });
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(databasePid(DATA_DIR)).toBeNull();
});

it('says in one sentence that the files are of another database, until an operator says that they are not', {
  tags: ['thorough'],
}, async () => {
  const DATA_DIR = makeDataFolder();
  fs.writeFileSync(`${DATA_DIR}/installation`, 'AAAA.AAAA\n');
  const refused = await launchProduct({ DATA_DIR });
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toMatch(
    /^Goldleaf cannot start\. The files in \S+ belong to another database: [^\n]+adopt-files\.\n$/,
  );
  expect(databasePid(DATA_DIR)).toBeNull();
  const adopted = await runAdmin({ DATA_DIR }, 'adopt-files');
  expect(adopted.output).toContain(`The files in ${DATA_DIR} belong to this database now.`);
  await startProduct({ DATA_DIR });
});
