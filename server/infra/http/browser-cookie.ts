import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BROWSER_DAYS, readKnownBrowser, rememberAccount } from '#server/infra/http/known-browser.ts';
import type { HttpContext, RequestContext } from '#server/infra/http/request-context.ts';
import { isHttps } from '#server/infra/http/requester.ts';
import { DAY_MS } from '#shared/formats/time.ts';

const BROWSER_COOKIE = 'goldleaf_browser';

/**
 * The requester's browser, as handlers see it. On https the cookie has the prefix `__Host-`, so that no other host of
 * the domain can set it (RFC 6265bis, section 4.1.3.2). `remember` adds to the cookies already set.
 */
export function browserOf(
  { keyedHash, now, config }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext['browser'] {
  const isSecure = isHttps(request, config);
  const name = isSecure ? `__Host-${BROWSER_COOKIE}` : BROWSER_COOKIE;
  const known = readKnownBrowser(keyedHash, parseCookie(request.headers.cookie ?? '')[name], now());
  const remember = (userId: string) => {
    const cookie = stringifySetCookie({
      name,
      value: rememberAccount(keyedHash, known, userId, now()),
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: (BROWSER_DAYS * DAY_MS) / 1000,
    });
    reply.header('set-cookie', cookie);
  };
  return { known, remember };
}
