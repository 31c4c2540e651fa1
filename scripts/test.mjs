import './check-host.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bin, buildIfNeeded, installPackages, root, run } from './setup.mjs';

/** `npm test`: sets itself up, checks, builds, and runs every test on the embedded and on an external PostgreSQL. */

const totals = { passed: 0, failed: 0 };
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-test-run-'));
fs.chmodSync(work, 0o755);

/** What `find` finds; on Debian the package is installed first when it is missing and we may. */
async function systemProgram(name, find, debianPackage) {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], { env });
  }
  const installed = find();
  if (installed) return installed;
  process.stderr.write(`Please install ${name}, then run npm test again.\n`);
  process.exit(1);
}

/** The folder of the system's PostgreSQL server. */
function findPostgres() {
  const folder = '/usr/lib/postgresql';
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  return newest ? path.join(folder, String(newest), 'bin') : null;
}

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH || CHROMIUM.find((file) => fs.existsSync(file)) || null;
}

/** An external cluster of our own in a temporary folder; answers its URL and how to stop it. */
function startExternal(programs) {
  const folder = path.join(work, 'external');
  fs.mkdirSync(folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) spawnSync('chown', ['postgres', folder]);
  const as = (program, args) => {
    const command = path.join(programs, program);
    const [first, rest] = isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
      : [command, args];
    const { status } = spawnSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`${program} failed.`);
  };
  const data = path.join(folder, 'data');
  as('initdb', ['-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  as('pg_ctl', [
    '-D',
    data,
    '-w',
    '-l',
    path.join(folder, 'log'),
    '-o',
    `-c listen_addresses= -c unix_socket_directories=${folder}`,
    'start',
  ]);
  return {
    url: `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(folder)}`,
    stop: () => as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']),
  };
}

/** Runs Vitest once and adds up what it counted; answers whether all passed. */
function vitest(title, args, env = {}) {
  process.stdout.write(`\n— ${title}\n`);
  const report = path.join(work, `${totals.passed}-${Date.now()}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, [bin('vitest'), 'run', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  if (fs.existsSync(report)) {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
      fs.readFileSync(report, 'utf8'),
    );
    totals.passed += numPassedTests;
    totals.failed += numFailedTests || (status === 0 ? 0 : numFailedTestSuites);
  }
  return status === 0;
}

function finish(isGood) {
  fs.rmSync(work, { recursive: true, force: true });
  process.stdout.write(`\n${totals.passed} passed, ${Math.max(totals.failed, isGood ? 0 : 1)} failed\n`);
  process.exit(isGood ? 0 : 1);
}

await installPackages();
const postgres = await systemProgram(
  'the server programs of PostgreSQL 15 or newer',
  findPostgres,
  'postgresql',
);
const chromium = await systemProgram('Chromium', findChromium, 'chromium');
await run('npm', ['run', '--silent', 'check']);
await buildIfNeeded();
if (!vitest('On the embedded PostgreSQL', [])) finish(false);
if (!vitest('Killed, stopped and started again', ['--config', 'vitest.process.config.ts'])) finish(false);
const external = startExternal(postgres);
process.on('exit', () => external.stop());
process.on('SIGINT', () => process.exit(130));
const onExternal = { DATABASE_URL: external.url };
const isGood =
  vitest('On an external PostgreSQL', ['server', 'test'], onExternal) &&
  vitest('In a browser', ['--config', 'vitest.e2e.config.ts'], { ...onExternal, CHROMIUM_PATH: chromium });
external.stop();
process.removeAllListeners('exit');
finish(isGood);
