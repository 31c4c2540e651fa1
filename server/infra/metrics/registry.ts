import { Counter, Gauge, type Metric, Registry } from 'prom-client';
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
  /** A number stands for one without labels; null and an error for none that is known now. */
  read(): Readings | Promise<Readings>;
}
type Readings = readonly Sample[] | number | null;

export interface Scraped {
  text: string;
  contentType: string;
}

/** Registers figures; returns a function that reads and writes all of them. */
export function registerFigures(
  figures: readonly Figure[],
  requests: RequestFigures,
): () => Promise<Scraped> {
  const registry = new Registry();
  for (const figure of figures) register(registry, figure);
  registry.registerMetric(durationsOf(requests));
  return async () => ({ text: await registry.metrics(), contentType: registry.contentType });
}

function register(registry: Registry, { kind, name, help, labels: labelNames = [], read }: Figure): void {
  const collect = async () => {
    metric.reset();
    // One that cannot be read must not take the others with it.
    const readings = await (async () => read())().catch(() => null);
    const samples: readonly Sample[] =
      readings === null ? [] : typeof readings === 'number' ? [[[], readings]] : readings;
    for (const [values, value] of samples) {
      metric.inc(Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? ''])), value);
    }
    if (samples.length === 0 && labelNames.length === 0) metric.remove();
  };
  const options = { name, help, labelNames, registers: [registry], collect };
  const metric = kind === 'counter' ? new Counter(options) : new Gauge(options);
}

/** The library's own histogram takes each duration for itself; ours were counted before. */
function durationsOf(requests: RequestFigures): Metric {
  const name = 'goldleaf_http_request_duration_seconds';
  const help =
    'Seconds from the head of a request until its response was written, by route. Streams are left out.';
  const get = async () => ({
    name,
    help,
    type: 'histogram',
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
