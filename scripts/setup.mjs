import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './children.mjs';

/** What every command needs first: the packages and the build. Only Node's own modules here. */

// An old Node, which `check-host.mjs` refuses, has no import.meta.dirname.
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

const SOURCES = [
  'shared',
  'ui',
  'site',
  'app',
  'server',
  'vite',
  'package-lock.json',
  'vite.config.ts',
  '.browserslistrc',
  'tsconfig.json',
];
const STAMP = path.join(root, 'dist/.stamp');
const LOCK_STAMP = path.join(root, 'node_modules/.goldleaf-lock');

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
export const bin = (name) => path.join(root, 'node_modules/.bin', name);

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

/** Installs the packages of the lockfile if they are missing or different. */
export async function installPackages() {
  const wanted = hashOf(fs.readFileSync(path.join(root, 'package-lock.json')));
  if (fs.existsSync(LOCK_STAMP) && fs.readFileSync(LOCK_STAMP, 'utf8') === wanted) return;
  requireWritable(path.join(root, 'node_modules'), 'install its packages');
  process.stdout.write('Installing packages …\n');
  const options = ['--include=dev', '--no-audit', '--no-fund'];
  const env = { ...process.env, NODE_ENV: '' };
  // If a registry lacks optional packages for other platforms, `npm ci` calls the lockfile incomplete.
  const code = await runProgram('npm', ['ci', '--loglevel=silent', ...options], { cwd: root, env });
  if (code !== 0) await run('npm', ['install', '--no-save', ...options], { env });
  fs.writeFileSync(LOCK_STAMP, wanted);
}

/** Names, sizes and times of all sources: changes with any edit, takes a few milliseconds. */
function sourcesStamp() {
  /** @type {string[]} */
  const lines = [];
  /** @param {string} file */
  const walk = (file) => {
    const stat = fs.statSync(file);
    if (!stat.isDirectory()) lines.push(`${file} ${stat.size} ${stat.mtimeMs}`);
    else for (const name of fs.readdirSync(file).sort()) walk(path.join(file, name));
  };
  for (const source of SOURCES) if (fs.existsSync(path.join(root, source))) walk(path.join(root, source));
  return hashOf(lines.join('\n'));
}

/** Builds what `npm start` runs, unless the build is of exactly these sources. */
export async function buildIfNeeded() {
  const stamp = sourcesStamp();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === stamp) return;
  // Vite caches what it read in node_modules.
  for (const folder of ['dist', 'node_modules']) requireWritable(path.join(root, folder), 'build itself');
  process.stdout.write('Building …\n');
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const target of [[], ['--ssr']]) {
    await run(process.execPath, [bin('vite'), 'build', '--logLevel', 'warn', ...target], { env });
  }
  fs.writeFileSync(STAMP, stamp);
}
