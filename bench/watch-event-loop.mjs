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
    rss: process.memoryUsage.rss(),
    peakRss: peak,
    cpuSeconds: cpuSeconds(),
  };
  histogram.reset();
  peak = 0;
  cpu = process.cpuUsage();
  const { BENCH_FILE } = process.env;
  if (!BENCH_FILE) throw new Error('BENCH_FILE names no file.');
  fs.writeFileSync(`${BENCH_FILE}.new`, JSON.stringify(told));
  fs.renameSync(`${BENCH_FILE}.new`, BENCH_FILE);
});
