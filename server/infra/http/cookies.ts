import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { RequestContext } from '#server/infra/http/request-context.ts';
import { isHttps } from '#server/infra/http/requester.ts';

/** A response that sets a cookie is for one browser: whatever else it says, no cache in between may keep it (docs/decisions/389). */
export function keepNoCookies(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('set-cookie') !== undefined) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/**
 * Cookies besides those of the session and of the known browser. On https their names have the
 * prefix `__Host-`, so that no other host of the domain can set them (RFC 6265bis, section 4.1.3.2).
 */
export function openCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): RequestContext['cookies'] {
  const isSecure = isHttps(request, config);
  const nameOf = (name: string) => `${isSecure ? '__Host-' : ''}goldleaf_${name}`;
  return {
    get: (name) => parseCookie(request.headers.cookie ?? '')[nameOf(name)],
    set(name, value, validMs = 0) {
      const cookie = stringifySetCookie({
        name: nameOf(name),
        value: value ?? '',
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: value === null ? 0 : Math.round(validMs / 1000),
      });
      reply.header('set-cookie', cookie);
    },
  };
}
