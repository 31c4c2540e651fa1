import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { read } from './sources.ts';

/** The images of `Dockerfile`, in so far as they can be judged without building them (docs/decisions/372). */

const PRINT_SOURCES = `import { SOURCES } from './scripts/setup.mjs'; console.log(JSON.stringify(SOURCES))`;
const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

it('gives the build all that it reads', () => {
  const given = read('.dockerignore').split('\n');
  const { stdout } = run('--input-type=module', '--eval', PRINT_SOURCES);
  const needed = [
    ...JSON.parse(stdout),
    'package.json',
    'package-lock.json',
    'NOTICE.md',
    'tools/package.json',
    'scripts',
  ];
  expect(needed.filter((source) => !given.includes(`!${source}`))).toEqual([]);
});

it('leaves out of packages what no one runs, and keeps their licenses', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-image-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const kept = ['index.js', 'package.json', 'LICENSE.md', 'lib/test/run.js', 'data.json', 'addon.node'];
  const dropped = ['index.js.map', 'index.d.ts', 'index.d.cts', 'README.md', 'src/index.ts', 'test/run.js'];
  for (const file of [...kept, ...dropped]) {
    const at = path.join(folder, 'node_modules/@scope/one', file);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, '');
  }
  run('deploy/slim-packages.mjs', path.join(folder, 'node_modules'));
  const left = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const names = left.map((one) => path.join(one.parentPath, one.name).split('@scope/one/')[1]);
  expect(names.sort()).toEqual(kept.sort());
});
