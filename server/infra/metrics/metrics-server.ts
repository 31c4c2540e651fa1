import { createServer, type Server } from 'node:http';
import type { Scraped } from '#server/infra/metrics/registry.ts';

/** The listener for figures alone: it serves nothing else, and keeps no process from ending. */

/** Prometheus keeps one connection; what else connects here must not take many. */
const CONNECTIONS_MAX = 20;
const HEAD_TIMEOUT_MS = 5_000;

/** The caller decides where it listens. */
export function createMetricsServer(scrape: () => Promise<Scraped>): Server {
  const server = createServer({ headersTimeout: HEAD_TIMEOUT_MS, requestTimeout: HEAD_TIMEOUT_MS });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain', connection: 'close' }).end('GET /metrics\n');
      return;
    }
    scrape().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500, { connection: 'close' }).end(),
    );
  });
  server.unref();
  return server;
}

/** Ends its connections, too. */
export function closeMetricsServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
