import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The yardstick for writes: PostgreSQL's own load generator on the product's embedded database. */

const PROGRAMS = '/usr/lib/postgresql';

/** The newest `pgbench` installed, if any. */
export function findPgbench() {
  const versions = fs.existsSync(PROGRAMS) ? fs.readdirSync(PROGRAMS) : [];
  const programs = versions.map((version) => path.join(PROGRAMS, version, 'bin/pgbench'));
  return programs.filter((program) => fs.existsSync(program)).at(-1);
}

/** The folder of the database's socket in `dataDir`: the fifth line of its lock file. */
export const readSocket = (dataDir) =>
  fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4];

/** Transactions per second of a script; `protocol` is pgbench's, `simple` by default. */
export function runPgbench(pgbench, { host, script, protocol, connections, seconds }) {
  const target = ['-h', host, '-U', 'app', '-n', '-M', protocol];
  const load = ['-c', connections, '-j', 2, '-T', seconds, '-f', script];
  const said = execFileSync(pgbench, [...target, ...load.map(String), 'postgres'], { encoding: 'utf8' });
  return Number(/^tps = ([\d.]+)/m.exec(said)?.[1]);
}
