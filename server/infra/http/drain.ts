import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Below the ten seconds that service managers and container runtimes wait before they kill a process. */
export const DRAIN_MS = 8_000;
/** Requests in transit would be lost if idle connections closed at once; they get this long to arrive. */
const LAST_CALL_MS = 250;

/** A head that stalls is cut off sooner: no request has been accepted yet, so nothing is lost. */
const HEAD_TIMEOUT_MS = 1_000;

/**
 * Accepts no new connections, responds to every request that arrives on open ones, and resolves once all are closed;
 * after `patienceMs` it cuts them off.
 */
export async function drainConnections(server: Server, patienceMs = DRAIN_MS): Promise<void> {
  server.headersTimeout = HEAD_TIMEOUT_MS;
  // The last response on each connection says that it closes; the client then reconnects, to another process.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // Not http's own close: it closes idle connections at once, even if their next request is in transit.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
  await Promise.race([closed, sleep(LAST_CALL_MS)]);
  // Read what has arrived by now before closing anything.
  await turn();
  // Connections that were busy become idle after their response, so look for idle ones again; a timer runs before
  // the loop reads, so each time what has arrived is read first.
  const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
