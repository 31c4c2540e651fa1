import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Below the ten seconds that service managers and container runtimes wait before they kill. */
const PATIENCE_MS = 8_000;

/** Takes no new connection, answers every request that arrives on the open ones, and resolves once all are closed; after 8 s it cuts them. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The last answer on each connection says so; a client then comes back on a new one, elsewhere.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    // Connections that were busy when the drain began stay open after their answer, so they are looked for again.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
}
