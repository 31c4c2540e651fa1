import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the server by a benchmark: on SIGUSR2 it writes event loop and memory statistics since the last signal.
 */

const SAMPLE_MS = 20;
const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();
let peak = 0;
let cpu = process.cpuUsage();

/**
 * The most processor time that the event loop's thread took between two looks a millisecond apart: what of a delay is the
 * server's own, and not that of a machine that others use. 0 where the system does not tell.
 */
let longestTurn = 0;
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
if (fs.existsSync(SCHEDULED)) {
  const file = fs.openSync(SCHEDULED, 'r');
  const bytes = Buffer.alloc(128);
  const readMs = () =>
    Number(bytes.toString('latin1', 0, fs.readSync(file, bytes, 0, bytes.length, 0)).split(' ')[0]) / 1e6;
  let before = readMs();
  setInterval(() => {
    const now = readMs();
    longestTurn = Math.max(longestTurn, now - before);
    before = now;
  }, 1).unref();
}

setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, SAMPLE_MS).unref();

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1e6;
};

process.on('SIGUSR2', () => {
  const milliseconds = (nanoseconds) => nanoseconds / 1e6;
  const told = {
    p99Ms: milliseconds(histogram.percentile(99)),
    maxMs: milliseconds(histogram.max),
    turnMs: longestTurn,
    rss: process.memoryUsage.rss(),
    peakRss: peak,
    cpuSeconds: cpuSeconds(),
  };
  histogram.reset();
  peak = 0;
  longestTurn = 0;
  cpu = process.cpuUsage();
  const { BENCH_FILE } = process.env;
  if (!BENCH_FILE) throw new Error('BENCH_FILE names no file.');
  fs.writeFileSync(`${BENCH_FILE}.new`, JSON.stringify(told));
  fs.renameSync(`${BENCH_FILE}.new`, BENCH_FILE);
});
