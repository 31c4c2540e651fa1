import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runAlone } from './alone.mjs';
import { runProgram } from './children.mjs';
import { forgetInstalled, readPackages } from './packages.mjs';

/** The preparation for every command: the packages and the build. Only Node's own modules here. */

// An old Node, which `check-host.mjs` refuses, has no import.meta.dirname.
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** The sources of the build, besides packages. */
export const SOURCES = [
  'shared',
  'ui',
  'site',
  'app',
  'server',
  'vite',
  'assets',
  'vite.config.ts',
  '.browserslistrc',
  'tsconfig.json',
];
/** In no build: tests, and what only `npm run db:generate` reads of the migrations. */
const UNBUILT = /\.test\.tsx?$|[\\/]migrations[\\/]meta[\\/]\d+_snapshot\.json$/;
const STAMP = path.join(root, 'dist/.stamp');
const MAIN = path.join(root, 'dist/server/main.js');
/** Backups name it. Who runs the product may have no git, no clone, or one that belongs to another user. */
const COMMIT = path.join(root, 'dist/commit');

/**
 * Runs a command of the project; if it fails, this one exits with the same code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function run(command, args, options = {}) {
  const code = await runProgram(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (code !== 0) process.exit(code);
}

/** @param {string} name */
export const findBin = (name) => path.join(root, 'node_modules/.bin', name);

/**
 * Exits with a clear message if a folder of the app is not writable.
 *
 * @param {string} folder
 * @param {string} toDo
 */
function requireWritable(folder, toDo) {
  const nearest = fs.existsSync(folder) ? folder : path.dirname(folder);
  try {
    fs.accessSync(nearest, fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    process.stderr.write(
      `Goldleaf needs to ${toDo}, but cannot write to ${nearest}. Run npm run build as a user who can, then start again.\n`,
    );
    process.exit(1);
  }
}

/** @param {import('node:crypto').BinaryLike} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** The purpose of each set, as named while it is installed. */
const PURPOSES = { product: 'run', build: 'run and build', tools: 'test and check' };

/**
 * Installs the packages of a set, and of those it needs, if some are missing or different: all anew if the product lacks
 * one; otherwise only what is missing, so that a server that runs from here notices nothing.
 *
 * @param {'build' | 'tools'} set
 */
export async function installPackages(set) {
  if (readPackages(root).missing(set).length === 0) return;
  requireWritable(path.join(root, 'node_modules'), 'install its packages');
  await runAlone(path.join(root, 'dist'), async () => {
    const packages = readPackages(root);
    const missing = packages.missing(set);
    // Another command has installed them meanwhile.
    if (missing.length === 0) return;
    const isAnew = packages.missing('product').length > 0;
    const count = isAnew ? packages.upTo(set).length : missing.length;
    const purpose = isAnew && set === 'tools' ? 'run, build, test and check' : PURPOSES[set];
    await runTimed(`Installing ${count} packages that ${purpose} Goldleaf`, () => runNpm(set, isAnew));
  });
}

/**
 * @param {'build' | 'tools'} set
 * @param {boolean} isAnew
 */
async function runNpm(set, isAnew) {
  const options = ['--include=dev', '--no-audit', '--no-fund'];
  if (set !== 'tools') options.push('--workspaces=false');
  const env = { ...process.env, NODE_ENV: '' };
  if (isAnew) forgetInstalled(root);
  for (const folder of readPackages(root).leftovers('tools')) {
    if (!isAnew) fs.rmSync(path.join(root, folder), { recursive: true, force: true });
  }
  // If a registry lacks optional packages for other platforms, `npm ci` calls the lockfile incomplete.
  const clean = () => runProgram('npm', ['ci', '--loglevel=silent', ...options], { cwd: root, env });
  if (!isAnew || (await clean()) !== 0) await run('npm', ['install', '--no-save', ...options], { env });
}

/**
 * Says what a step does, and how long it took.
 *
 * @param {string} doing
 * @param {() => Promise<void>} step
 */
async function runTimed(doing, step) {
  process.stdout.write(`${doing} …\n`);
  const startedAt = Date.now();
  await step();
  process.stdout.write(`${doing}: done in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
}

/** Names, sizes and times of all sources: changes with any edit, takes a few milliseconds. */
function sourcesStamp() {
  const lines = readPackages(root).versions('build');
  /** @param {string} file */
  const walk = (file) => {
    if (UNBUILT.test(file)) return;
    const stat = fs.statSync(file);
    if (!stat.isDirectory()) lines.push(`${path.relative(root, file)} ${stat.size} ${stat.mtimeMs}`);
    else for (const name of fs.readdirSync(file).sort()) walk(path.join(file, name));
  };
  for (const source of SOURCES) if (fs.existsSync(path.join(root, source))) walk(path.join(root, source));
  return hashOf(lines.join('\n'));
}

/** True if the build is of exactly these sources, or there are none to compare it with. */
function isBuilt() {
  if (!fs.existsSync(path.join(root, 'server'))) return fs.existsSync(MAIN);
  return fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === sourcesStamp();
}

/** The commit of these sources; empty where neither git nor GOLDLEAF_COMMIT tells. */
export const readCommit = async () =>
  process.env.GOLDLEAF_COMMIT ||
  promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );

/** Builds what `npm start` runs, unless it is built. */
export async function buildIfNeeded() {
  if (isBuilt()) return;
  // Vite caches what it read in node_modules.
  for (const folder of ['dist', 'node_modules']) requireWritable(path.join(root, folder), 'build itself');
  await runAlone(path.join(root, 'dist'), async () => {
    if (isBuilt()) return;
    const stamp = sourcesStamp();
    const env = { ...process.env, NODE_ENV: 'production' };
    for (const [title, ...options] of [['app'], ['server', '--ssr']]) {
      const args = [findBin('vite'), 'build', '--logLevel', 'warn', ...options];
      await runTimed(`Building the ${title}`, () => run(process.execPath, args, { env }));
    }
    fs.writeFileSync(COMMIT, await readCommit());
    fs.writeFileSync(STAMP, stamp);
  });
}

/** Prepares to serve: a build, and packages to run it; those that build only if it is not built. */
export async function prepareProduct() {
  if (isBuilt() && readPackages(root).missing('product').length === 0) return;
  await installPackages('build');
  await buildIfNeeded();
}
