import type { GoogleWalletSettings } from '#server/config/google-settings.ts';
import { fetchWithin, readRetryAfter } from '#server/infra/fetch-within.ts';
import { GoogleAway } from '#server/sharing/wallet/google/google-away.ts';
import { z } from '#shared/contract/zod.ts';
import { HOUR_MS } from '#shared/formats/time.ts';

/**
 * Access tokens of the service account: "Using OAuth 2.0 for Server to Server Applications" at developers.google.com,
 * which is the JWT bearer grant of RFC 7523.
 */
export interface AccessTokens {
  /** A token that is valid for another minute at least; one request serves all who wait. */
  get(): Promise<string>;
  /** Forgets a token that was refused. */
  drop(token: string): void;
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The longest that Google allows. */
const ASSERTION_SECONDS = 60 * 60;
const MARGIN_MS = 60_000;

/** RFC 6749, section 5.1. */
const answer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  expires_in: z.coerce.number().positive().optional(),
});

type Account = Pick<GoogleWalletSettings, 'email' | 'key' | 'keyId' | 'tokenUrl'>;

export function createAccessTokens(account: Account, now: () => Date): AccessTokens {
  let current: { until: number; token: Promise<string>; value?: string } | null = null;

  function request(): Promise<string> {
    const asked: NonNullable<typeof current> = {
      until: Number.POSITIVE_INFINITY,
      token: Promise.resolve(''),
    };
    asked.token = requestToken(account, now()).then(
      ({ access_token: token, expires_in: seconds = ASSERTION_SECONDS }) => {
        asked.until = now().getTime() + seconds * 1000 - MARGIN_MS;
        asked.value = token;
        return token;
      },
      (error: unknown) => {
        if (current === asked) current = null;
        throw error;
      },
    );
    current = asked;
    return asked.token;
  }

  return {
    get: () => (current && current.until > now().getTime() ? current.token : request()),
    drop(token) {
      if (current?.value === token) current = null;
    },
  };
}

async function requestToken(account: Account, now: Date): Promise<z.output<typeof answer>> {
  const body = new URLSearchParams({ grant_type: GRANT, assertion: await signAssertion(account, now) });
  const response = await fetchWithin(account.tokenUrl, { method: 'POST', body, redirect: 'error' }).catch(
    (error: unknown) => {
      throw new GoogleAway('Google gave no access token.', null, error);
    },
  );
  if (!response.ok) {
    const wait = readRetryAfter(response.headers.get('retry-after'), now, HOUR_MS);
    throw new GoogleAway(`Google refused an access token with ${response.status}.`, wait);
  }
  const parsed = answer.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new GoogleAway('Google’s answer contains no access token.');
  return parsed.data;
}

async function signAssertion({ email, key, keyId, tokenUrl }: Account, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { SignJWT } = await import('jose');
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId ? { kid: keyId } : {}) })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ASSERTION_SECONDS)
    .sign(key);
}
