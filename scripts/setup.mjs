import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** What every command needs first: the right Node, the packages, the build. Only Node's own modules here. */

export const root = path.resolve(import.meta.dirname, '..');

const SOURCES = [
  'shared',
  'ui',
  'site',
  'app',
  'server',
  'vite',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];
const STAMP = path.join(root, 'dist/.stamp');
const LOCK_STAMP = path.join(root, 'node_modules/.goldleaf-lock');

/** Runs a command of the project; its failure ends this one with the same code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export const bin = (name) => path.join(root, 'node_modules/.bin', name);

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `Goldleaf needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org\n`,
  );
  process.exit(1);
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Installs the packages of the lockfile when they are missing or others. */
export function installPackages() {
  const wanted = hashOf(fs.readFileSync(path.join(root, 'package-lock.json')));
  if (fs.existsSync(LOCK_STAMP) && fs.readFileSync(LOCK_STAMP, 'utf8') === wanted) return;
  process.stdout.write('Installing packages …\n');
  const options = ['--include=dev', '--no-audit', '--no-fund'];
  const env = { ...process.env, NODE_ENV: '' };
  // A registry that lacks other platforms' optional packages makes `npm ci` call the lockfile incomplete.
  const { status } = spawnSync('npm', ['ci', '--loglevel=silent', ...options], { cwd: root, env });
  if (status !== 0) run('npm', ['install', '--no-save', ...options], { env });
  fs.writeFileSync(LOCK_STAMP, wanted);
}

/** Names, sizes and times of all sources: changes with any edit, costs a few milliseconds. */
function sourcesStamp() {
  const lines = [];
  const walk = (file) => {
    const stat = fs.statSync(file);
    if (!stat.isDirectory()) lines.push(`${file} ${stat.size} ${stat.mtimeMs}`);
    else for (const name of fs.readdirSync(file).sort()) walk(path.join(file, name));
  };
  for (const source of SOURCES) if (fs.existsSync(path.join(root, source))) walk(path.join(root, source));
  return hashOf(lines.join('\n'));
}

/** Builds what `npm start` runs, unless the build is of these very sources. */
export function buildIfNeeded() {
  const stamp = sourcesStamp();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === stamp) return;
  process.stdout.write('Building …\n');
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const target of [[], ['--ssr']]) {
    run(process.execPath, [bin('vite'), 'build', '--logLevel', 'warn', ...target], { env });
  }
  fs.writeFileSync(STAMP, stamp);
}
