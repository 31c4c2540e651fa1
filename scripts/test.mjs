import './check-host.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from './children.mjs';
import { findEngines } from './engines.mjs';
import { buildIfNeeded, findBin, installPackages, root } from './setup.mjs';

/**
 * `npm test`: sets itself up, builds, and runs the tests on the oldest PostgreSQL, which sorts and folds by another
 * locale; at the same time, the checks and, one after the other, starts and stops of the product with its own PostgreSQL,
 * and one visit in Firefox and WebKit; then the journeys in a browser.
 * It runs what must never break: who may do what, money, what was acknowledged, privacy, the public card, and each screen's
 * main journey (docs/decisions/399). `npm run test:all` runs the rest too (`*.thorough.*`, cases tagged so): further paths, inputs, amounts,
 * widths and odd starts, every server test on both databases, those of `server/db` also on the newest one by that locale,
 * everything in three engines, with screenshots in `test/engines/.sheets`, Debian's nginx and PgBouncer, and twenty kills.
 * There is no mutation testing (docs/decisions/310).
 */

const isAll = process.argv.includes('--all');
/** The locale in which order and letter case differ most from C: I is not the capital of i. */
const IN_TURKISH = { TEST_ICU_LOCALE: 'tr' };
/** The oldest major version that the product serves; what is started as a whole runs on the newest one, which it brings. */
const OLDEST = { TEST_POSTGRES: '15', ...IN_TURKISH };
/** They run only in `npm run test:all` (`test/thorough.ts`). */
const WITHOUT_THOROUGH = isAll ? [] : ['--exclude', '**/*.thorough.*', '--tags-filter', '!thorough'];
/** For `vitest.config.ts`, where the command line cannot exclude files, and for `firstOf` in `test/thorough.ts`. */
const LEAVE_OUT_THOROUGH = isAll ? {} : { LEAVE_OUT_THOROUGH: 'yes' };
/** The product is built before; `npm run test:unit` alone runs what is in the sources. */
const BUILT_CHILDREN = { BUILT_CHILDREN: 'yes' };

/**
 * Printed at the end, above the totals.
 *
 * @type {string[]}
 */
const notes = [];
const totals = { passed: 0, failed: 0 };
/** After a failure, the other parts still run: who is told of one would rather know of all. */
let isGood = true;
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-test-run-'));
fs.chmodSync(work, 0o755);

/**
 * The result of `find`; on Debian the package is first installed if it is missing and we have permission.
 *
 * @param {string} name
 * @param {() => string | null} find
 * @param {string} debianPackage
 */
async function systemProgram(name, find, debianPackage) {
  const found = find() ?? ((await install(debianPackage)) ? find() : null);
  if (found) return found;
  process.stderr.write(`Please install ${name}, then run npm test again.\n`);
  process.exit(1);
}

/**
 * Resolves to whether the Debian package is installed now.
 *
 * @param {string} debianPackage
 */
async function install(debianPackage) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  const options = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
  return (await runProgram('apt-get', options, { env, stdio: 'inherit' })) === 0;
}

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const HEADLESS_CHROMIUM = '/usr/bin/chromium-headless-shell';

function findChromium() {
  return process.env.CHROMIUM_PATH || CHROMIUM.find((file) => fs.existsSync(file)) || null;
}

const findNginx = () => ['/usr/sbin/nginx'].find((file) => fs.existsSync(file)) ?? null;
const findPgBouncer = () => ['/usr/sbin/pgbouncer'].find((file) => fs.existsSync(file)) ?? null;

/** Debian's promtool on the path, taken out of its package: installing that would start a Prometheus. */
async function unpackPromtool() {
  const folder = path.join(work, 'usr/bin');
  process.env.PATH = `${process.env.PATH}:${folder}`;
  const find = () =>
    process.env.PATH?.split(':').find((one) => fs.existsSync(path.join(one, 'promtool'))) ?? null;
  if (!find() && fs.existsSync('/usr/bin/apt-get')) {
    if (process.getuid?.() === 0) await runProgram('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    await runProgram('apt-get', ['download', '-qq', 'prometheus'], { cwd: work, stdio: 'inherit' });
    const file = fs.readdirSync(work).find((name) => name.endsWith('.deb'));
    if (file) await runProgram('dpkg-deb', ['-x', file, '.'], { cwd: work, stdio: 'inherit' });
  }
  if (find()) return;
  process.stderr.write('Please install promtool, of the package prometheus, then run npm test again.\n');
  process.exit(1);
}

/** Chromium without a window around it takes a third less time; older Debian releases do not package it. */
async function findHeadlessChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (fs.existsSync(HEADLESS_CHROMIUM) || (await install('chromium-headless-shell')))
    return HEADLESS_CHROMIUM;
  return systemProgram('Chromium', findChromium, 'chromium');
}

/**
 * Runs Vitest once and adds up what it counted. `isBeside`: another run is under way, so the output of this one is held
 * until it has ended.
 *
 * @param {string} title
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function runVitest(title, args, env = {}, { isBeside = false } = {}) {
  const heading = `\n— ${title}\n`;
  if (!isBeside) process.stdout.write(heading);
  const startedAt = Date.now();
  const report = path.join(work, `${title}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [findBin('vitest'), 'run', ...reporters, ...args], {
    cwd: root,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  if (isBeside) process.stdout.write(heading + Buffer.concat(said).toString());
  notes.push(`${title}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (fs.existsSync(report)) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      fs.readFileSync(report, 'utf8'),
    );
    totals.passed += numPassedTests;
    totals.failed += numFailedTests || (status === 0 ? 0 : numFailedTestSuites);
    notes.push(...testResults.flatMap(listFailures));
  }
  isGood &&= status === 0;
}

/**
 * A paragraph for each failed test of a file, or for a file that could not begin.
 *
 * @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 */
function listFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = path.relative(root, name);
  if (status === 'failed' && failed.length === 0) return [`FAILED ${file}\n${message}`];
  return failed.map(
    ({ fullName, failureMessages }) => `FAILED ${file}: ${fullName}\n${failureMessages.join('\n')}`,
  );
}

/**
 * One whole visit in Firefox and WebKit, or everything in all three engines; a missing engine is reported, and is no
 * failure.
 *
 * @param {NodeJS.ProcessEnv} env
 */
async function runEngines(env, { isBeside = false } = {}) {
  const { names, absent } = await findEngines();
  const engines = isAll ? ['chromium', ...names] : names;
  const args = ['--config', 'vitest.engines.config.ts', ...engines.flatMap((name) => ['--project', name])];
  const filter = isAll ? [] : ['test/engines/whole-visit.visitor.ts'];
  if (engines.length > 0)
    await runVitest(`In ${engines.join(' and ')}`, [...args, ...filter], env, { isBeside });
  for (const title of absent) notes.push(`${title} is not on this machine: no journey was run in it.`);
}

/** Kills the app, its database and connections under load; one more test, which passes if nothing was lost. */
function killTwentyTimes() {
  process.stdout.write('\n— Killed twenty times\n');
  const { status } = spawnSync(process.execPath, ['bench/kills.mjs', '20'], { cwd: root, stdio: 'inherit' });
  if (status === 0) totals.passed += 1;
  else totals.failed += 1;
  isGood &&= status === 0;
}

function finish() {
  fs.rmSync(work, { recursive: true, force: true });
  for (const note of notes) process.stdout.write(`\n${note}`);
  process.stdout.write(`\n${totals.passed} passed, ${Math.max(totals.failed, isGood ? 0 : 1)} failed\n`);
  process.exit(isGood ? 0 : 1);
}

await installPackages('tools');
const headless = await findHeadlessChromium();
if (isAll) {
  await systemProgram('Chromium', findChromium, 'chromium');
  await systemProgram('nginx', findNginx, 'nginx-light');
  await systemProgram('PgBouncer', findPgBouncer, 'pgbouncer');
  await unpackPromtool();
}
/** @param {string} name */
async function check(name) {
  const status = await runProgram('npm', ['run', '--silent', `check:${name}`], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) notes.push(`FAILED npm run check:${name}`);
  isGood &&= status === 0;
}
const building = buildIfNeeded();
/** Globals of another environment fail where they run, and unused code fails nobody: `npm run check` looks for both. */
const rest = isAll ? ['environments', 'unused'] : [];
const checking = Promise.all([building.then(() => check('engines')), ...['code', ...rest].map(check)]);
// Checks of types leave one core of two idle.
await building;
const processes = ['--config', 'vitest.process.config.ts', ...WITHOUT_THOROUGH];
const inSources = { ...LEAVE_OUT_THOROUGH, ...BUILT_CHILDREN };
const isBeside = true;
/** Starting and stopping is mostly waiting, and so is one visit: they leave room for others. */
async function runBeside() {
  await runVitest('Killed, stopped and started again', processes, LEAVE_OUT_THOROUGH, { isBeside });
  if (!isAll) await runEngines({}, { isBeside });
}
await Promise.all([
  runVitest('On PostgreSQL 15, in Turkish', WITHOUT_THOROUGH, { ...OLDEST, ...inSources }),
  checking.then(runBeside),
]);
if (isAll) await runVitest('On the embedded PostgreSQL', ['server', 'test'], inSources);
const inBrowser = { CHROMIUM_PATH: headless, ...LEAVE_OUT_THOROUGH };
await runVitest('In a browser', ['--config', 'vitest.e2e.config.ts', ...WITHOUT_THOROUGH], inBrowser);
if (isAll) {
  await runVitest('On PostgreSQL 18, in Turkish', ['server/db'], IN_TURKISH);
  await runEngines({});
  killTwentyTimes();
}
finish();
