import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { type PreparedPage, withoutKeeping } from '#server/infra/http/page-cache/prepared-page.ts';

/**
 * Sends a prepared page, and any renewed cookie, in response to a request that came through the router. With a cookie, it is
 * for one browser: no cache in between may keep it.
 */
export function writePage(
  pages: PageCache,
  page: PreparedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const cookie = reply.getHeader('set-cookie');
  if (cookie !== undefined) reply.raw.setHeader('set-cookie', cookie);
  reply.hijack();
  pages.send(cookie === undefined ? page : withoutKeeping(page), request.raw, reply.raw);
  return reply;
}
