import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** An installed PostgreSQL with a folder of its own: stands in for an operator's managed database. */

const PROGRAMS = '/usr/lib/postgresql';

/** The folder of the newest server programs, 15 or later; null if none are installed. */
export function findPostgres() {
  const versions = fs.existsSync(PROGRAMS) ? fs.readdirSync(PROGRAMS).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  return newest ? path.join(PROGRAMS, String(newest), 'bin') : null;
}

/**
 * Starts a new cluster in a folder below `above`, reachable by socket only; null if the programs are missing. `pause`
 * takes it down as a failing host does, `resume` brings it back, `stop` ends it for good.
 *
 * @param {string} above
 */
export function startExternal(above) {
  const programs = findPostgres();
  if (!programs) return null;
  const folder = path.join(above, 'external');
  fs.mkdirSync(folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) spawnSync('chown', ['postgres', folder]);
  /** @type {(program: string, args: string[]) => void} */
  const as = (program, args) => {
    const command = path.join(programs, program);
    const [first, rest] = isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
      : [command, args];
    const { status } = spawnSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`${program} failed.`);
  };
  const data = path.join(folder, 'data');
  // What must survive a crash of the machine is tested with the embedded server, which keeps fsync.
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off -c synchronous_commit=off`;
  const start = () =>
    as('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start']);
  const stop = () => as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  as('initdb', ['-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  start();
  return {
    url: `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(folder)}`,
    pause: stop,
    resume: start,
    stop,
  };
}
