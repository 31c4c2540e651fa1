import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';

/** Load from a process of its own, so that sending requests does not slow the server down. */

/** Requests per second, their latencies in milliseconds, and the number of responses other than 2xx. */
export function fireRequests(url, { connections, seconds, headers = {}, body }) {
  const args = [
    path.join(root, 'node_modules/autocannon/autocannon.js'),
    '--json',
    '-c',
    connections,
    '-d',
    seconds,
  ];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`);
  if (body) args.push('-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body));
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args.map(String), url], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`autocannon failed: ${stderr}`);
  const result = JSON.parse(stdout);
  const refused = result.non2xx + result.errors;
  if (refused) throw new Error(`${refused} requests to ${url} failed.`);
  return {
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
