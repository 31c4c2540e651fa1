import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import type { FiguresOfProcess } from '#server/infra/cluster/messages.ts';
import { DURATIONS, type RequestFigures } from '#server/infra/metrics/request-figures.ts';

/** Figures in Prometheus' text format, each read when somebody looks (docs/decisions/371). */

/** The values of its labels, in the order in which they were declared, and a number. */
export type Sample = readonly [labels: readonly string[], value: number];

/**
 * Names follow Prometheus' rules: base units, `_total` for what only grows (prometheus.io/docs/practices/naming). No label
 * takes a value that a stranger can choose.
 */
export interface Figure {
  kind: 'counter' | 'gauge';
  name: string;
  help: string;
  labels?: readonly string[];
  /**
   * Where several workers serve, their figures are added up, unless it is one of the `process` itself, which gets its number
   * as a label, or of the `machine` or its database, which all read alike.
   */
  of?: 'process' | 'machine';
  /** A number stands for one without labels; null and an error for none that is known now. */
  read(): Readings | Promise<Readings>;
}
type Readings = readonly Sample[] | number | null;

export interface Scraped {
  text: string;
  contentType: string;
}

/** The media type of what is written. */
export const FIGURES_TYPE: string = Registry.PROMETHEUS_CONTENT_TYPE;

export interface Registered {
  /** Reads and writes all figures. */
  write(): Promise<Scraped>;
  /** Likewise, for who adds up those of several workers. */
  list(): Promise<FiguresOfProcess>;
}

/** `worker`: the number of this one of several, or null. */
export function registerFigures(
  figures: readonly Figure[],
  requests: RequestFigures,
  worker: number | null,
): Registered {
  const registry = new Registry();
  for (const figure of figures) register(registry, figure, worker);
  registry.registerMetric(durationsOf(requests));
  return {
    write: async () => ({ text: await registry.metrics(), contentType: FIGURES_TYPE }),
    list: () => registry.getMetricsAsJSON(),
  };
}

function register(
  registry: Registry,
  { kind, name, help, labels = [], of, read }: Figure,
  worker: number | null,
): void {
  const own: Record<string, string> = of === 'process' && worker !== null ? { process: String(worker) } : {};
  const collect = async () => {
    metric.reset();
    // One that cannot be read must not take the others with it.
    const readings = await (async () => read())().catch(() => null);
    const samples: readonly Sample[] =
      readings === null ? [] : typeof readings === 'number' ? [[[], readings]] : readings;
    for (const [values, value] of samples) {
      const given = Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']));
      metric.inc({ ...given, ...own }, value);
    }
    if (samples.length === 0 && labels.length === 0) metric.remove();
  };
  const labelNames = [...labels, ...Object.keys(own)];
  const options = {
    name,
    help,
    labelNames,
    aggregator: AGGREGATORS[of ?? 'all'],
    registers: [registry],
    collect,
  };
  const metric = kind === 'counter' ? new Counter(options) : new Gauge(options);
}

/** How the figures of several workers become one. */
const AGGREGATORS = { all: 'sum', process: 'first', machine: 'max' } as const;

/** The library's own histogram takes each duration for itself; ours were counted before. */
function durationsOf(requests: RequestFigures): Metric {
  const name = 'goldleaf_http_request_duration_seconds';
  const help =
    'Seconds from the head of a request until its response was written, by route. Streams are left out.';
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: AGGREGATORS.all,
    values: requests.listDurations().flatMap(({ route, buckets, count, sumSeconds }) => [
      ...buckets.map((value, at) => ({
        metricName: `${name}_bucket`,
        labels: { route, le: String(DURATIONS[at]) },
        value,
      })),
      { metricName: `${name}_bucket`, labels: { route, le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels: { route }, value: sumSeconds },
      { metricName: `${name}_count`, labels: { route }, value: count },
    ]),
  });
  return { name, get } as unknown as Metric;
}
