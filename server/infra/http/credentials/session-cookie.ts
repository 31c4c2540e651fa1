import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import type { Credential, Identity } from '#server/infra/http/credentials/credentials.ts';
import type { RequestContext } from '#server/infra/http/request-context.ts';
import { isHttps } from '#server/infra/http/requester.ts';
import { SESSION_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

const PLAIN_NAME = 'goldleaf_session';
/** With this prefix, no other host of the domain can set the cookie (RFC 6265bis, section 4.1.3.2); https only. */
const HOST_NAME = `__Host-${PLAIN_NAME}`;

/** True if a request carries a session cookie, valid or not. */
export const hasSessionCookie = ({ headers }: FastifyRequest): boolean =>
  headers.cookie?.includes(PLAIN_NAME) === true;

/** The cookies of a request that we make of ourselves, on http or https. */
export const sessionCookies = (token: string): string => `${HOST_NAME}=${token}; ${PLAIN_NAME}=${token}`;

/** A token of a session from before there was the prefix: since then, they are longer. */
const OLD_TOKEN = /^[\w-]{43}$/;

/**
 * On https, the plain name counts for old sessions only: a page of another host of the domain could plant the token of a
 * session of its own there.
 */
export function readSessionToken(request: FastifyRequest, config: Config): string | undefined {
  const { [HOST_NAME]: token, [PLAIN_NAME]: plain } = parseCookie(request.headers.cookie ?? '');
  if (!isHttps(request, config)) return plain;
  return token ?? (OLD_TOKEN.test(plain ?? '') ? plain : undefined);
}

/**
 * The session cookie as handlers see it. On https its name has the prefix; sessions from before it are accepted under the
 * plain name until they end, are renewed under the new one, and are cleared under both.
 */
export function openSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string | undefined,
): RequestContext['session'] {
  const isSecure = isHttps(request, config);
  const name = isSecure ? HOST_NAME : PLAIN_NAME;
  const write = (named: string, value: string | null) =>
    stringifySetCookie({
      name: named,
      value: value ?? '',
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: value === null ? 0 : (SESSION_DAYS * DAY_MS) / 1000,
    });
  const set = (next: string | null) => {
    const cookies = [write(name, next)];
    const isPlainToo = isSecure && parseCookie(request.headers.cookie ?? '')[PLAIN_NAME] !== undefined;
    if (isPlainToo) cookies.push(write(PLAIN_NAME, null));
    // Fastify would append to the existing header: a sign-in must not send the renewed cookie of the session it ends.
    const others = [reply.getHeader('set-cookie') ?? []]
      .flat()
      .map(String)
      .filter((cookie) => !cookie.startsWith(`${PLAIN_NAME}=`) && !cookie.startsWith(`${HOST_NAME}=`));
    reply.removeHeader('set-cookie').header('set-cookie', [...cookies, ...others]);
  };
  return { token, set };
}

/** Whose a session is; null if it is not valid, or no longer. */
export type FindSession = (
  db: Db,
  token: string,
  isRepeated: boolean,
) => Promise<Omit<Identity, 'role' | 'scope'> | null>;

/** The session of a browser: it opens everything that its user may do. */
export const createSessionCredential = (findSession: FindSession): Credential => ({
  usesCookies: true,
  read: readSessionToken,
  async identify(db, token, isRepeated) {
    const found = await findSession(db, token, isRepeated);
    return found && { ...found, role: 'owner', scope: 'everything' };
  },
});
