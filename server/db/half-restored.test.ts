import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { removeSpools, spoolFile } from '#server/db/half-restored.ts';

/** A process that looks like a restore. */
function startRestoring(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', 'restore'], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

function makeFolder(...names: string[]): string {
  const folder = fs.mkdtempSync(path.join(inject('runFolder'), 'spools-'));
  for (const name of names) fs.writeFileSync(path.join(folder, name), 'everything');
  return folder;
}

it('Backups that killed restores read from standard input are removed, and no other', () => {
  const living = `goldleaf-restore-spool-${startRestoring()}.part`;
  const ofTheOperator = ['restore-20261128.tar', 'restore-1.tar.gz', 'goldleaf-restore.part'];
  const dead = [`goldleaf-restore-spool-${2 ** 30}.part`, `.restore-${2 ** 30}.tar`];
  const folder = makeFolder(living, ...ofTheOperator, ...dead);
  // This process has the id of one in a container before.
  fs.writeFileSync(spoolFile(folder), 'everything');
  removeSpools(folder);
  expect(fs.readdirSync(folder).sort()).toEqual([living, ...ofTheOperator].sort());
});

it('A start removes them as well', async () => {
  const DATA_DIR = makeFolder(`goldleaf-restore-spool-${2 ** 30}.part`);
  const config = readConfig({ DATABASE_URL: 'postgres://there/none', DATA_DIR });
  await connectDatabase(config, pino({ level: 'silent' }));
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});
