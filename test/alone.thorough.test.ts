import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** One command at a time installs and builds in a clone. */

const SCRIPT = `
  import fs from 'node:fs';
  import { runAlone } from './scripts/alone.mjs';
  const [, folder, code] = process.argv;
  if (code) fs.writeFileSync = () => { throw Object.assign(new Error('not written'), { code }); };
  await runAlone(folder, async () => console.log('works alone')).catch((error) => console.log(error.message));`;

/** The output of a command that works there; `onWaiting` is called if it waits. */
async function work(folder: string, code: string, onWaiting: (end: () => void) => void): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, folder, code]);
  let said = '';
  child.stdout.on('data', (bytes) => {
    said += String(bytes);
    if (said.includes('Waiting')) onWaiting(() => child.kill());
  });
  await once(child, 'close');
  return said.trim();
}

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-alone-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

it('waits until another command is done', async () => {
  const folder = makeFolder();
  const busy = path.join(folder, '.busy');
  fs.writeFileSync(busy, '');
  expect(await work(folder, '', () => fs.rmSync(busy, { force: true }))).toMatch(/^Waiting .+\nworks alone$/);
});

it.each(['ENOSPC', 'EROFS', 'EACCES'])('says why it cannot begin, rather than wait: %s', async (code) => {
  expect(await work(makeFolder(), code, (end) => end())).toBe('not written');
});
