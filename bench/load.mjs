import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';

/**
 * Load whose generator is not the bottleneck: Debian's `wrk` (package wrk), which sends some 45,000 requests per second
 * on one core, or else two autocannon processes with 20,000 each. Every figure comes with how busy they were.
 */

const AUTOCANNONS = 2;
const TICK_MS = 10;

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
export const loadMaker = hasWrk ? 'wrk' : `${AUTOCANNONS} × autocannon`;

/** Fields 14 and up of a `stat` file in /proc (proc(5)); skips the command's name, which may contain anything. */
const timesIn = (file) => fs.readFileSync(file, 'utf8').split(') ').slice(-1)[0].split(' ').slice(11);

/** CPU time of a process since its start in milliseconds, user and system; NaN where there is no /proc. */
export function readCpuMs(pid) {
  const file = `/proc/${pid}/stat`;
  if (!fs.existsSync(file)) return Number.NaN;
  const [user, system] = timesIn(file).map(Number);
  return (user + system) * TICK_MS;
}

/** Likewise for its main thread only: the event loop. */
export function readLoopMs(pid) {
  const [user, system] = timesIn(`/proc/${pid}/task/${pid}/stat`).map(Number);
  return (user + system) * TICK_MS;
}

/** CPU time of the processes that this one started and that have ended. */
function childrenMs() {
  const [, , user, system] = timesIn('/proc/self/stat').map(Number);
  return (user + system) * TICK_MS;
}

const UNITS = { us: 0.001, ms: 1, s: 1000 };

/** The match of a pattern in wrk's output. */
function find(pattern, said) {
  const found = pattern.exec(said);
  if (!found) throw new Error(`wrk printed nothing like ${pattern}: ${said}`);
  return found;
}

function runWrk(url, { connections, seconds, headers, script }) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s'];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script) args.push('-s', path.join(root, 'bench', script.file));
  const given = script?.args ? ['--', ...script.args] : [];
  const { stdout, stderr, status } = spawnSync('wrk', [...args, url, ...given], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`wrk failed: ${stderr}`);
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)/.exec(stdout);
  if (failed) throw new Error(`Requests to ${url} failed: ${failed[0]}`);
  const quantile = (share) => {
    const [, value, unit] = find(new RegExp(`^ +${share}% +([\\d.]+)(us|ms|s)`, 'm'), stdout);
    return Number(value) * UNITS[unit];
  };
  const [, requests, elapsed, unit] = find(/(\d+) requests in ([\d.]+)(ms|s|m)/, stdout);
  const ms = Number(elapsed) * (unit === 'm' ? 60_000 : UNITS[unit]);
  return {
    total: Number(requests),
    perSecond: (Number(requests) / ms) * 1000,
    p50: quantile(50),
    p99: quantile(99),
  };
}

/** One shell starts all of them and waits, so that they run side by side. */
function runAutocannons(url, { connections, seconds, headers }) {
  const program = path.join(root, 'node_modules/autocannon/autocannon.js');
  const args = [program, '--json', '-c', Math.ceil(connections / AUTOCANNONS), '-d', seconds];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`);
  const command = [process.execPath, ...args, url].map((word) => `'${word}'`).join(' ');
  const { stdout, status } = spawnSync('sh', ['-c', `${`${command} & `.repeat(AUTOCANNONS)} wait`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const results = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const refused = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (status !== 0 || refused || results.length !== AUTOCANNONS)
    throw new Error(`${refused} requests to ${url} failed.`);
  const sum = (pick) => results.reduce((total, result) => total + pick(result), 0);
  return {
    total: sum(({ requests }) => requests.total),
    perSecond: sum(({ requests, duration }) => requests.total / duration),
    p50: sum(({ latency }) => latency.p50) / AUTOCANNONS,
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

/**
 * Puts load on a server (`script`: of wrk, and its arguments) and returns its rate, latencies in milliseconds, CPU time per request in microseconds
 * (undefined without /proc), and the share of a core that the load generator used.
 *
 * @param {{ url: string, pid: number }} target
 * @param {{ connections?: number, seconds?: number, headers?: object, script?: { file: string, args?: (string | number)[] } }} load
 */
export function measureLoad({ url, pid }, { connections = 64, seconds = 3, headers = {}, script }) {
  const serverBefore = readCpuMs(pid);
  const hasProc = !Number.isNaN(serverBefore);
  const ownBefore = hasProc ? childrenMs() : Number.NaN;
  const result = (hasWrk ? runWrk : runAutocannons)(url, { connections, seconds, headers, script });
  if (!hasProc) return result;
  return {
    ...result,
    cpuUs: ((readCpuMs(pid) - serverBefore) / result.total) * 1000,
    makerShare: (childrenMs() - ownBefore) / (seconds * 1000),
  };
}
