import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Figure } from '#server/infra/metrics/registry.ts';

/** The process itself, by the names that every program of Node has in Prometheus. */

export interface ProcessFigures {
  figures: readonly Figure[];
  close(): void;
}

/** A timer of this many milliseconds measures how late it fires. */
const RESOLUTION_MS = 20;

export function watchProcess(version: string): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedAt = Math.round(Date.now() - process.uptime() * 1_000) / 1_000;
  return {
    figures: [
      {
        kind: 'gauge',
        name: 'goldleaf_info',
        of: 'machine',
        help: 'The release that runs, and of Node; always 1.',
        labels: ['version', 'node'],
        read: () => [[[version, process.version], 1]],
      },
      {
        kind: 'gauge',
        name: 'process_start_time_seconds',
        of: 'process',
        help: 'When the process started, in seconds since 1970.',
        read: () => startedAt,
      },
      {
        kind: 'counter',
        name: 'process_cpu_seconds_total',
        of: 'process',
        help: 'Seconds of CPU of the process, user and system.',
        read: () => {
          const { user, system } = process.cpuUsage();
          return (user + system) / 1_000_000;
        },
      },
      ...listMemory(),
      {
        kind: 'gauge',
        name: 'goldleaf_event_loop_delay_seconds',
        of: 'process',
        help: 'How late timers fired since the last look: median, 99th percentile and longest.',
        labels: ['statistic'],
        read: () => readDelay(delay),
      },
    ],
    close: () => void delay.disable(),
  };
}

function listMemory(): Figure[] {
  return [
    {
      kind: 'gauge',
      name: 'process_resident_memory_bytes',
      of: 'process',
      help: 'Memory of the process.',
      read: () => process.memoryUsage.rss(),
    },
    {
      kind: 'gauge',
      name: 'nodejs_heap_size_used_bytes',
      of: 'process',
      help: 'The heap of JavaScript in use.',
      read: () => process.memoryUsage().heapUsed,
    },
    {
      kind: 'gauge',
      name: 'nodejs_external_memory_bytes',
      of: 'process',
      help: 'Memory outside of the heap, such as that of kept pages.',
      read: () => process.memoryUsage().external,
    },
  ];
}

function readDelay(delay: IntervalHistogram) {
  // The histogram counts from timer to timer, in nanoseconds.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
  const samples = [
    [['p50'], late(delay.percentile(50))],
    [['p99'], late(delay.percentile(99))],
    [['max'], late(delay.max)],
  ] as const;
  delay.reset();
  return samples;
}
