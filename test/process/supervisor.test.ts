import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { listChildren } from '#test/process/product.ts';

/** `npm start` around a server of a few lines: all other files are the real ones, and delays are short. */

const within = { timeout: 20_000, interval: 20 };
const folders: string[] = [];
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) if (child.pid && child.exitCode === null) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A folder like ours whose server runs `main`; it records its number and arguments in `starts`. */
function makeApp(main: string) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-supervisor-'));
  fs.chmodSync(root, 0o755);
  folders.push(root);
  const file = (name: string) => path.join(root, name);
  fs.cpSync(path.join(packageRoot, 'scripts'), file('scripts'), { recursive: true });
  fs.mkdirSync(file('dist/server'), { recursive: true });
  const note =
    "import fs from 'node:fs'; fs.appendFileSync('starts', process.pid + ' ' + process.argv[2] + '\\n');";
  fs.writeFileSync(file('dist/server/main.js'), `${note}\n${main}`);
  fs.writeFileSync(
    file('run.mjs'),
    `import { forwardSignals } from './scripts/children.mjs';
     import { serve } from './scripts/serve.mjs';
     forwardSignals();
     await serve({ firstWaitMs: 1 });`,
  );
  fs.writeFileSync(
    file('package.json'),
    JSON.stringify({ name: 'app', type: 'module', scripts: { start: 'node run.mjs' } }),
  );
  const starts = () =>
    fs.existsSync(file('starts')) ? fs.readFileSync(file('starts'), 'utf8').trim().split('\n') : [];
  return { root, file, starts, lastPid: () => Number(starts().at(-1)?.split(' ')[0]) };
}

function run(
  cwd: string,
  command: string,
  args: string[],
  surroundings: Pick<SpawnOptions, 'uid' | 'gid' | 'stdio'> = {},
) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...surroundings });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += String(bytes);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, ended, output: () => output };
}
const supervise = (root: string, stdio?: SpawnOptions['stdio']) =>
  run(root, process.execPath, ['run.mjs'], stdio && { stdio });

/** Serves until told to stop, and drains when its parent is gone. */
const GOOD = `
process.send?.('ready');
const stop = (why) => { fs.writeFileSync('stopped', why); process.exit(0); };
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('disconnect', () => stop('disconnect'));
setInterval(() => {}, 1000);`;

it('restarts a server that ends unexpectedly, until it has ended five times within a minute', async () => {
  const app = makeApp('process.exit(70)');
  const { ended, output } = supervise(app.root);
  expect(await ended).toBe(1);
  expect(app.starts()).toHaveLength(5);
  expect(output()).toContain('Goldleaf ended (code 70) and starts again in 0.001 s.\n');
  expect(output()).toMatch(/ended 5 times within a minute and is not started again\. Its log says why\.\n$/);
});

it.each([
  ['refused to start', 1],
  ['stopped as it was told', 0],
])('does not restart a server that %s', async (_what, code) => {
  const app = makeApp(`process.exit(${code})`);
  const { ended, output } = supervise(app.root);
  expect([await ended, app.starts().length, output()]).toEqual([code, 1, '']);
});

it('lets a server that was ready once wait for its database, without counting that as an end', {
  tags: ['thorough'],
}, async () => {
  const app = makeApp(`
    const count = fs.readFileSync('starts', 'utf8').split('\\n').length - 1;
    if (count === 1) process.send('ready', () => process.exit(70));
    else process.exit(count < 9 ? 75 : 0);`);
  const { ended, output } = supervise(app.root);
  expect(await ended).toBe(0);
  expect(app.starts().map((line) => line.split(' ')[1])).toEqual(['undefined', ...Array(8).fill('--again')]);
  expect(output()).toContain('Goldleaf waits for its database and starts again in ');
});

it('has the server allocate from one space, whatever the number of its threads', async () => {
  const app = makeApp("fs.writeFileSync('spaces', process.env.MALLOC_ARENA_MAX ?? 'as many as threads')");
  expect(await supervise(app.root).ended).toBe(0);
  expect(fs.readFileSync(app.file('spaces'), 'utf8')).toBe('1');
});

it('passes a stop on to the server, and brings back one that was killed', async () => {
  const app = makeApp(GOOD);
  const { child, ended, output } = supervise(app.root);
  await vi.waitFor(() => expect(app.starts()).toHaveLength(1), within);
  process.kill(app.lastPid(), 'SIGKILL');
  await vi.waitFor(() => expect(app.starts()).toHaveLength(2), within);
  expect(output()).toContain('Goldleaf ended (SIGKILL) and starts again in 0.001 s.\n');
  await vi.waitFor(() => expect(listChildren(child.pid ?? 0)).toEqual([app.lastPid()]), within);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(app.starts()).toHaveLength(2);
});

it('passes SIGHUP on to the server once that is ready, and survives one that comes before or while it builds', {
  tags: ['thorough'],
}, async () => {
  const app = makeApp(`
    const toServe = setInterval(() => {
      if (!fs.existsSync('serve')) return;
      clearInterval(toServe);
      process.on('SIGHUP', () => fs.appendFileSync('reloads', '.'));
      process.send('ready');
    }, 10);
    setInterval(() => {}, 1000);`);
  const build =
    "require('fs').writeFileSync('building', ''); setInterval(() => require('fs').existsSync('built') && process.exit(0), 10)";
  fs.writeFileSync(
    app.file('run.mjs'),
    `import { forwardSignals, runProgram } from './scripts/children.mjs';
     import { serve } from './scripts/serve.mjs';
     forwardSignals();
     if (await runProgram(process.execPath, ['-e', ${JSON.stringify(build)}])) process.exit(1);
     await serve({ firstWaitMs: 1 });`,
  );
  const { child, ended } = supervise(app.root);
  const reloads = () =>
    fs.existsSync(app.file('reloads')) ? fs.readFileSync(app.file('reloads'), 'utf8').length : 0;
  await vi.waitFor(() => expect(fs.existsSync(app.file('building'))).toBe(true), within);
  child.kill('SIGHUP');
  fs.writeFileSync(app.file('built'), '');
  await vi.waitFor(() => expect(app.starts()).toHaveLength(1), within);
  child.kill('SIGHUP');
  fs.writeFileSync(app.file('serve'), '');
  await vi.waitFor(() => expect(reloads()).toBeGreaterThan(0), within);
  const before = reloads();
  child.kill('SIGHUP');
  await vi.waitFor(() => expect(reloads()).toBeGreaterThan(before), within);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(app.starts()).toHaveLength(1);
});

it.runIf(fs.existsSync('/dev/full'))(
  'restarts a server also while nothing that it says can be written, as on a full disk',
  async () => {
    const app = makeApp("process.exit(fs.readFileSync('starts', 'utf8').split('\\n').length > 2 ? 0 : 70)");
    const full = fs.openSync('/dev/full', 'w');
    const { ended } = supervise(app.root, ['ignore', full, full]);
    fs.closeSync(full);
    expect(await ended).toBe(0);
    expect(app.starts()).toHaveLength(2);
  },
);

it('has stopped as asked when the server is ended in its first moments, before it hears signals', {
  tags: ['thorough'],
}, async () => {
  const app = makeApp('setInterval(() => {}, 1_000);');
  const { child, ended } = supervise(app.root);
  await vi.waitFor(() => expect(app.starts()).toHaveLength(1), within);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(app.starts()).toHaveLength(1);
});

const stoppedBy = (app: ReturnType<typeof makeApp>) =>
  vi.waitFor(() => {
    const why = fs.readFileSync(app.file('stopped'), 'utf8');
    // The file is there before its words are.
    expect(why).not.toBe('');
    return why;
  }, within);

it('leaves no server behind when it is killed itself', { tags: ['thorough'] }, async () => {
  const app = makeApp(GOOD);
  const { child } = supervise(app.root);
  await vi.waitFor(() => expect(app.starts()).toHaveLength(1), within);
  child.kill('SIGKILL');
  expect(await stoppedBy(app)).toBe('disconnect');
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'ends the server when %s reaches npm alone',
  { tags: ['thorough'] },
  async (signal) => {
    const app = makeApp(GOOD);
    const { child } = run(app.root, 'npm', ['start', '--silent']);
    await vi.waitFor(() => expect(app.starts()).toHaveLength(1), within);
    child.kill(signal);
    expect(await stoppedBy(app)).toBe('SIGTERM');
  },
);

it('says in one sentence that Node is too old, in the words of any Node', {
  tags: ['thorough'],
}, async () => {
  const app = makeApp('');
  fs.writeFileSync(
    app.file('old.cjs'),
    "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });",
  );
  for (const script of ['start', 'demo', 'admin', 'build', 'dev', 'test']) {
    const { ended, output } = run(app.root, process.execPath, ['-r', './old.cjs', `scripts/${script}.mjs`]);
    expect(await ended).toBe(1);
    expect(output()).toBe('Goldleaf needs Node 20.19 or newer; this is 18.20.4. See https://nodejs.org\n');
  }
  expect(fs.readFileSync(app.file('scripts/check-host.mjs'), 'utf8')).not.toMatch(/import\.meta|\?\.|\?\?/);
});

it.runIf(fs.existsSync('/proc/self/limits'))(
  'says in one sentence that it may open too few files',
  async () => {
    const app = makeApp('');
    const command = `ulimit -n 64; exec '${process.execPath}' scripts/start.mjs`;
    const { ended, output } = run(app.root, 'sh', ['-c', command]);
    expect(await ended).toBe(1);
    expect(output()).toBe(
      'Goldleaf needs to open at least 128 files at a time, but may open only 64 here. Raise the limit (ulimit -n 1024), then start again.\n',
    );
  },
);

it('says in one sentence that it cannot write to the folder of the app', { tags: ['thorough'] }, async () => {
  const app = makeApp('');
  const packages = { '': { dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' } };
  fs.writeFileSync(app.file('package-lock.json'), JSON.stringify({ packages }));
  fs.mkdirSync(app.file('node_modules'));
  for (const folder of [app.root, app.file('node_modules')]) fs.chmodSync(folder, 0o555);
  const isRoot = process.getuid?.() === 0;
  const { ended, output } = run(
    app.root,
    process.execPath,
    ['scripts/start.mjs'],
    isRoot ? { uid: 65_534, gid: 65_534 } : {},
  );
  expect(await ended).toBe(1);
  expect(output()).toBe(
    `Goldleaf needs to install its packages, but cannot write to ${app.file('node_modules')}. Run npm run build as a user who can, then start again.\n`,
  );
  for (const folder of [app.root, app.file('node_modules')]) fs.chmodSync(folder, 0o755);
});
