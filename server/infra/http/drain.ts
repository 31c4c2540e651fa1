import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Below the ten seconds that service managers and container runtimes wait before they kill. */
const TIMEOUT_MS = 8_000;
/** Requests on their way while the server closes what looks idle would be lost: this long they may still arrive. */
const LAST_CALL_MS = 250;

/** A head that stalls is cut before: nothing of it has been understood, so nothing is lost. */
const HEAD_TIMEOUT_MS = 1_000;

/** Takes no new connection, answers every request that arrives on the open ones, and resolves once all are closed; after 8 s it cuts them. */
export async function drain(server: Server): Promise<void> {
  server.headersTimeout = HEAD_TIMEOUT_MS;
  // The last answer on each connection says so; a client then comes back on a new one, elsewhere.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // Not http's own close: it hangs up at once on connections whose next request is on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), TIMEOUT_MS);
  await Promise.race([closed, sleep(LAST_CALL_MS)]);
  // What has arrived by now is read before anything closes.
  await turn();
  // Connections that were busy meanwhile stay open after their answer, so they are looked for again.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
