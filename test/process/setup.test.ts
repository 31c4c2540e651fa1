import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';

/** A command's preparation before its own work: it installs and builds what is missing, with an npm and a Vite of a few lines. */

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

const ENTRIES = {
  '': { dependencies: { runs: '1.0.0' }, devDependencies: { builds: '1.0.0' } },
  tools: { devDependencies: { checks: '1.0.0' } },
  'node_modules/runs': { version: '1.0.0', dependencies: { shared: '1.0.0' } },
  'node_modules/shared': { version: '1.0.0' },
  'node_modules/other-system': { version: '1.0.0', optional: true, os: ['none'] },
  'node_modules/builds': {
    version: '1.0.0',
    dependencies: { shared: '2.0.0' },
    optionalDependencies: { 'other-system': '1.0.0' },
  },
  'node_modules/builds/node_modules/shared': { version: '2.0.0' },
  'node_modules/checks': { version: '1.0.0', dependencies: { builds: '1.0.0' } },
};

/** Installs what the lockfile names, as npm does: what it wrote last is its own note of it. */
const NPM = `#!${process.execPath}
import fs from 'node:fs';
fs.appendFileSync('calls', 'npm ' + process.argv.slice(2).filter((one) => !/audit|fund|loglevel|include/.test(one)).join(' ') + '\\n');
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
if (process.argv[2] === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
const isWanted = (at) => at.startsWith('node_modules/') && !at.endsWith('other-system') && (!process.argv.includes('--workspaces=false') || !at.endsWith('checks'));
const here = Object.fromEntries(Object.entries(packages).filter(([at]) => isWanted(at)));
for (const at of Object.keys(here)) {
  if (fs.existsSync(at)) continue;
  fs.mkdirSync(at, { recursive: true });
  fs.writeFileSync(at + '/package.json', '{}');
  if (process.env.KILLED_AT === at) for (const pid of [process.ppid, process.pid]) process.kill(pid, 'SIGKILL');
}
fs.mkdirSync('node_modules/.bin', { recursive: true });
fs.writeFileSync('node_modules/.bin/vite', "require('node:fs').appendFileSync('calls', 'vite\\\\n')");
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: here }));
`;

function makeClone() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-setup-'));
  folders.push(root);
  const file = (name: string) => path.join(root, name);
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(file(name)), { recursive: true });
    fs.writeFileSync(file(name), text);
  };
  fs.cpSync(path.join(packageRoot, 'scripts'), file('scripts'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('tools/package.json', '{}');
  write('package-lock.json', JSON.stringify({ packages: ENTRIES }));
  write('bin/npm', NPM);
  fs.chmodSync(file('bin/npm'), 0o755);
  write('server/main.ts', '');
  const run = (script: string, env: Record<string, string> = {}) =>
    new Promise<string>((resolve) => {
      const code = `import { buildIfNeeded, installPackages, prepareProduct } from './scripts/setup.mjs'; ${script}`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        cwd: root,
        env: { PATH: `${file('bin')}:${process.env.PATH}`, ...env },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes) => (said += String(bytes)));
      child.once('close', () => resolve(said));
    });
  /** A command that is killed together with npm, at this package, and long ago. */
  const runKilled = async (script: string, at: string) => {
    await run(script, { KILLED_AT: at });
    fs.utimesSync(file('dist/.busy'), 0, 0);
    calls();
  };
  /** The programs called since the last time. */
  const calls = () => {
    const found = fs.existsSync(file('calls')) ? fs.readFileSync(file('calls'), 'utf8') : '';
    fs.rmSync(file('calls'), { force: true });
    return found.trim().split('\n').filter(Boolean);
  };
  return { file, write, run, runKilled, calls };
}

const START = 'await prepareProduct();';
const TEST = "await installPackages('tools');";

it('installs for a start what runs and builds the product, once, and says so', async () => {
  const clone = makeClone();
  expect(await clone.run(START)).toMatch(
    /^Installing 4 packages that run and build Goldleaf …\n.+: done in \d+ s\.\nBuilding the app …\n/,
  );
  expect(clone.calls()).toEqual(['npm ci --workspaces=false', 'vite', 'vite']);
  expect(await clone.run(START)).toBe('');
  expect(clone.calls()).toEqual([]);
});

it('adds what tests and checks it, and touches nothing that is there', { tags: ['thorough'] }, async () => {
  const clone = makeClone();
  await clone.run(START);
  clone.calls();
  clone.write('node_modules/runs/package.json', '{"in":"use"}');
  expect(await clone.run(TEST)).toMatch(/^Installing 1 packages? that test and check Goldleaf …\n/);
  expect(clone.calls()).toEqual(['npm install --no-save']);
  expect(fs.readFileSync(clone.file('node_modules/runs/package.json'), 'utf8')).toBe('{"in":"use"}');
  expect(await clone.run(`${TEST} ${START}`)).toBe('');
  expect(clone.calls()).toEqual([]);
});

it('installs everything at once for a test in a new clone', { tags: ['thorough'] }, async () => {
  const clone = makeClone();
  expect(await clone.run(TEST)).toMatch(
    /^Installing 5 packages that run, build, test and check Goldleaf …\n/,
  );
  expect(clone.calls()).toEqual(['npm ci']);
  expect(await clone.run(START)).not.toContain('Installing');
});

it('installs anew after an installation that was killed', { tags: ['thorough'] }, async () => {
  const clone = makeClone();
  await clone.runKilled(START, 'node_modules/builds');
  await clone.run(START);
  expect(clone.calls()).toEqual(['npm ci --workspaces=false', 'vite', 'vite']);
});

it('adds a tool anew whose addition was killed, as npm would take half of it for whole', {
  tags: ['thorough'],
}, async () => {
  const clone = makeClone();
  await clone.run(START);
  await clone.runKilled(TEST, 'node_modules/checks');
  clone.write('node_modules/checks/half', '');
  await clone.run(TEST);
  expect(clone.calls()).toEqual(['npm install --no-save']);
  expect(fs.readdirSync(clone.file('node_modules/checks'))).toEqual(['package.json']);
});

it('lets one command at a time install and build', { tags: ['thorough'] }, async () => {
  const clone = makeClone();
  await Promise.all([clone.run(START), clone.run(START), clone.run(START)]);
  expect(clone.calls()).toEqual(['npm ci --workspaces=false', 'vite', 'vite']);
  expect(fs.existsSync(clone.file('dist/.busy'))).toBe(false);
});

it('builds after an edit of a source, and of no test, snapshot or tool', async () => {
  const clone = makeClone();
  await clone.run(START);
  clone.calls();
  clone.write('server/main.test.ts', '');
  clone.write('app/Main.test.tsx', '');
  clone.write('server/db/migrations/meta/0048_snapshot.json', '{}');
  const checks = { ...ENTRIES['node_modules/checks'], version: '1.0.1' };
  clone.write(
    'package-lock.json',
    JSON.stringify({ packages: { ...ENTRIES, 'node_modules/checks': checks } }),
  );
  expect(await clone.run(START)).toBe('');
  clone.write('server/db/migrations/0049_more.sql', 'select 1');
  expect(await clone.run(START)).toContain('Building the server …\n');
  expect(clone.calls()).toEqual(['vite', 'vite']);
});
