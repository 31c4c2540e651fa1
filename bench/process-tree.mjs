import fs from 'node:fs';
import path from 'node:path';

/** The processor time used by the server, its child processes and its database. */

const TICKS_A_SECOND = 100;

/** A process by its number in /proc: its parent, and its ticks with those of children that have ended. */
function readStat(pid) {
  try {
    const said = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = said.slice(said.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      ticks: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0),
    };
  } catch {
    return null;
  }
}

/** The numbers of the processes that a process has started. */
export const childrenOf = (parent) =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .flatMap((one) => (one.parent === parent ? [one.pid] : []));

/** These processes and all below them, as /proc has them. */
function listBelow(pids) {
  const roots = new Set(pids);
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  for (let size = 0; size < roots.size; ) {
    size = roots.size;
    for (const one of all) if (roots.has(one.parent)) roots.add(one.pid);
  }
  return all.filter((one) => roots.has(one.pid));
}

/** Milliseconds of CPU of these processes and all below them. */
export const cpuBelow = (pids) =>
  (listBelow(pids).reduce((sum, one) => sum + one.ticks, 0) * 1000) / TICKS_A_SECOND;

/** A line of a process's `smaps_rollup`, in bytes; 0 when it has ended. */
export function readRollup(pid, name) {
  try {
    const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Memory of a process and all below it in bytes; what several share is divided among them (PSS). */
export const memoryBelow = (pid) =>
  listBelow([pid]).reduce((sum, one) => sum + readRollup(one.pid, 'Pss'), 0);

/** The process id of the database in `dataDir`. */
export const readPostmaster = (dataDir) =>
  Number(fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Milliseconds of CPU of the server with this process id, whose database is in `dataDir`. */
export const readCpu = (pid, dataDir) => cpuBelow([pid, readPostmaster(dataDir)]);
