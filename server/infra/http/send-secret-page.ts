import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { Admission } from '#server/infra/http/admission.ts';
import type { RateLimits } from '#server/infra/http/limits/rate-limit.ts';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { NOT_KEPT, toSource } from '#server/infra/http/page-source.ts';
import { readRequester } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { DocumentPart } from '#site/markup.ts';

/** Of answers whose address is a secret, so it is neither indexed nor told to other sites. */
export const SECRET_HEADERS = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' };

/** Mail programs post here without cookies (RFC 8058), so what allows it is the token in the path alone. */
export const BY_MAIL: Admission = {
  who: 'anyone',
  limit: 'mailedPage',
  isFromAnywhere: true,
  bodyLimit: 4096,
};

export const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

/** For the GET of such a page, which has no admission: its limit, before anything is looked up. */
export const admitToSecretPage = (
  { limits, config }: { limits: RateLimits; config: Config },
  request: FastifyRequest,
  limit: 'mailedPage' | 'privatePage' = 'mailedPage',
): Promise<void> => limits.take(limit, subscriberOf(readRequester(request, config).address));

/** Sends a page whose address is a secret, which is not kept either. */
export function sendSecretPage(
  { pages }: { pages: PageCache },
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  parts: DocumentPart[],
): FastifyReply {
  const source = toSource(parts, status, NOT_KEPT);
  Object.assign(source.headers, SECRET_HEADERS);
  return writePage(pages, preparePage(source), request, reply);
}
