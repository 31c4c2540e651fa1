import os from 'node:os';
import type { ProcessLog } from '#server/infra/log.ts';

/**
 * A line for each request: its id, method, route, status, milliseconds and bytes. Never its address, query, user agent or
 * path, which may name people: the route is one of our table (docs/decisions/371).
 */

export interface LoggedRequest {
  id: string;
  method: string | undefined;
  route: string;
  /** Null if the client left before its response was written. */
  status: number | null;
  ms: number;
  /** As they went over the connection, heads included. */
  bytes: number;
}

export interface RequestLog {
  add(request: LoggedRequest): void;
  /** Hands on what waits. */
  flush(): void;
}

/** Lines wait for this long, or until there are this many characters: writing each by itself costs three times as much. */
const WAIT_MS = 100;
const WAITING_MAX = 16_384;

/** The method as it is, or `other`: Node's parser knows thirty. */
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

const isFailure = (status: number | null) => status !== null && status >= 500;

/** Writes lines of the form of `log` to where it writes. `onlyFailures`: those of requests that failed here. */
export function createRequestLog(log: ProcessLog, onlyFailures: boolean): RequestLog {
  const levels = { info: log.levels.values.info, warn: log.levels.values.warn };
  const isOn = { info: !onlyFailures && log.isLevelEnabled('info'), warn: log.isLevelEnabled('warn') };
  const by = `"pid":${process.pid},"hostname":${JSON.stringify(os.hostname())}`;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) log.destination.write(waiting);
    waiting = '';
  };
  return {
    add({ id, method, route, status, ms, bytes }) {
      const level = isFailure(status) ? 'warn' : 'info';
      if (!isOn[level]) return;
      const named = METHOD.test(method ?? '') ? method : 'other';
      waiting += `{"level":${levels[level]},"time":${Date.now()},${by},"requestId":"${id}","method":"${named}","route":"${route}","status":${status},"ms":${ms},"bytes":${bytes},"msg":"A request"}\n`;
      if (waiting.length >= WAITING_MAX) flush();
      else timer ??= setTimeout(flush, WAIT_MS).unref();
    },
    flush,
  };
}
