import type { IncomingMessage, ServerResponse } from 'node:http';
import { nanoid } from 'nanoid';
import type { RequestFigures } from '#server/infra/metrics/request-figures.ts';
import type { RequestLog } from '#server/infra/metrics/request-log.ts';

/** Tells of every request once it is over, by the name of its route and never by its path (docs/decisions/371). */

/** Responses in place of the router's. A view has the name of its route (`routed`). */
export type ReadyRoute = 'cached page' | 'cached file' | 'static file' | 'view';

declare module 'node:http' {
  interface IncomingMessage {
    /** The router's: the path of the route, with `:id` for parameters, if there is one, and the id of the request. */
    routed?: { path: string | undefined; id: string };
  }
}

interface Arrival {
  at: number;
  bytes: number;
}

export interface RequestWatch {
  /** Call when a request has arrived. */
  begin(request: IncomingMessage): Arrival;
  /** Call once it has been passed on. `ready`: what responded instead of the router. */
  follow(
    request: IncomingMessage,
    response: ServerResponse,
    arrival: Arrival,
    ready: ReadyRoute | null,
  ): void;
}

const OTHER = 'other';

/** As in the contract: `/api/cards/{id}`. */
const nameRoute = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** Undefined if nothing is told: then a request costs nothing here. */
export function createRequestWatch(
  figures: RequestFigures | null,
  log: RequestLog | null,
): RequestWatch | undefined {
  if (!figures && !log) return undefined;
  const names = new Map<string, string>();
  const nameOf = (path: string) => {
    const known = names.get(path);
    if (known !== undefined) return known;
    const name = nameRoute(path);
    names.set(path, name);
    return name;
  };
  const tell = (
    request: IncomingMessage,
    response: ServerResponse,
    arrival: Arrival,
    ready: ReadyRoute | null,
  ) => {
    const { method, routed } = request;
    const route = routed?.path === undefined ? (ready ?? OTHER) : nameOf(routed.path);
    const ms = performance.now() - arrival.at;
    const status = response.writableEnded ? response.statusCode : null;
    figures?.observe({
      route,
      method,
      status,
      seconds: ready === null && isStream(response) ? undefined : ms / 1_000,
    });
    log?.add({
      id: routed?.id ?? nanoid(10),
      method,
      route,
      status,
      ms: Math.round(ms * 100) / 100,
      bytes: request.socket.bytesWritten - arrival.bytes,
    });
  };
  return {
    begin: ({ socket }) => ({ at: performance.now(), bytes: log ? socket.bytesWritten : 0 }),
    follow(request, response, arrival, ready) {
      if (response.writableEnded) tell(request, response, arrival, ready);
      else response.on('close', () => tell(request, response, arrival, ready));
    },
  };
}

/** Lasts until its client leaves, so its time says nothing. */
const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
