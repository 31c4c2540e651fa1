/** Counts of requests, as plain numbers: a page from memory takes some 30 µs, and objects of labels would take a part of that. */

/** The HTTP methods that anything here has; every other one counts as `other`. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'];
/** Upper bounds of the buckets of durations, in seconds. */
export const DURATIONS = [0.005, 0.025, 0.1, 0.25, 1, 5] as const;
/** In place of a status: the client left before its response was written. */
const ABORTED = 0;
const STATUSES = 1_000;

/** A request that is over. `status`: null if the client left. `seconds`: undefined for a stream, which lasts until its client leaves. */
export interface Observed {
  route: string;
  method: string | undefined;
  status: number | null;
  seconds: number | undefined;
}

interface RouteCounts {
  /** By method and status. */
  requests: Map<number, number>;
  /** By the first bound that is not exceeded; the last is for all others. */
  buckets: number[];
  sumSeconds: number;
}

export interface RequestFigures {
  observe(request: Observed): void;
  /** Requests by route, method and status. */
  listRequests(): { route: string; method: string; status: string; count: number }[];
  /** Durations by route, `buckets` cumulative and in the order of `DURATIONS`. */
  listDurations(): { route: string; buckets: number[]; count: number; sumSeconds: number }[];
}

const methodOf = (code: number) => METHODS[Math.floor(code / STATUSES)] ?? 'other';
const statusOf = (code: number) => (code % STATUSES === ABORTED ? 'aborted' : String(code % STATUSES));

export function createRequestFigures(): RequestFigures {
  const routes = new Map<string, RouteCounts>();
  const countsOf = (route: string) => {
    const known = routes.get(route);
    if (known) return known;
    const counts = { requests: new Map(), buckets: Array(DURATIONS.length + 1).fill(0), sumSeconds: 0 };
    routes.set(route, counts);
    return counts;
  };
  return {
    observe({ route, method, status, seconds }) {
      const counts = countsOf(route);
      const found = METHODS.indexOf(method ?? '');
      const code = (found < 0 ? METHODS.length - 1 : found) * STATUSES + (status ?? ABORTED);
      counts.requests.set(code, (counts.requests.get(code) ?? 0) + 1);
      if (seconds === undefined) return;
      let at = 0;
      while (at < DURATIONS.length && seconds > (DURATIONS[at] ?? 0)) at += 1;
      counts.buckets[at] = (counts.buckets[at] ?? 0) + 1;
      counts.sumSeconds += seconds;
    },
    listRequests: () =>
      [...routes].flatMap(([route, { requests }]) =>
        [...requests].map(([code, count]) => ({
          route,
          method: methodOf(code),
          status: statusOf(code),
          count,
        })),
      ),
    listDurations: () =>
      [...routes].map(([route, { buckets, sumSeconds }]) => {
        let count = 0;
        const cumulative = buckets.map((inBucket) => {
          count += inBucket;
          return count;
        });
        return { route, buckets: cumulative.slice(0, -1), count, sumSeconds };
      }),
  };
}
