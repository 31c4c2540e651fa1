import { createServer, type Server } from 'node:http';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';

/** A server on a free port that responds from the cache, otherwise with "rendered anew". */
export async function servePages(pages: PageCache): Promise<Server> {
  const server = createServer((request, response) => {
    const next = () => response.end('rendered anew');
    if (!pages.serve(request, response, next)) next();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
