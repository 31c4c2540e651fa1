import type { AuthorizationCodeGrantChecks } from 'openid-client';
import { type Connection, discoverProvider } from '#server/accounts/auth/oidc/discover.ts';
import { type Claims, mergeClaims, type Profile } from '#server/accounts/auth/oidc/profile.ts';
import type { OidcProvider } from '#server/config/oidc-settings.ts';

/**
 * The connections to providers of OpenID Connect: authorization code flow with PKCE, state and nonce. A provider is
 * asked for its configuration when someone first signs in with it, so that it may be away when the app starts.
 */

/** The secrets made up for one sign-in, which its answer is checked against. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** Someone identified by a provider. */
export interface Identified {
  issuer: string;
  /** Identifies the person at the issuer, and never changes. */
  subject: string;
  /** When the person last proved to the provider who they are; null if it does not say. */
  signedInAt: Date | null;
  /** Name and address, which take another request unless the token has them. */
  readProfile(): Promise<Profile>;
}

export interface OidcProviders {
  list: readonly OidcProvider[];
  find(name: string): OidcProvider | null;
  /** The address at the provider to send the browser to. */
  addressFor(provider: OidcProvider, checks: Checks, isConfirming: boolean): Promise<URL>;
  /** Exchanges the answer that came back with the browser; throws if it is not an answer to `checks`. */
  identify(provider: OidcProvider, checks: Checks, answer: URLSearchParams): Promise<Identified>;
}

declare module '#server/context.ts' {
  interface AppContext {
    oidc: OidcProviders;
  }
}

type Library = typeof import('openid-client');

/**
 * How recently someone must have signed in at the provider for it to confirm who they are, in seconds. Google sends
 * `auth_time` only to apps that have asked it for that, so its users confirm with a password or a passkey.
 */
export const CONFIRM_SECONDS = 5 * 60;
const FRESH_MS = 60 * 60 * 1000;
const RETRY_MS = 60 * 1000;
/** The parameters that a provider may send back (RFC 6749, section 4.1.2; RFC 9207); it may add anything else. */
const ANSWER = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];
/** At most 255 ASCII characters (OpenID Connect Core 1.0, section 2). */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** LinkedIn ignores the nonce, and refuses a code verifier from apps that are not set up for it. */
const takesOnlyState = ({ issuer }: OidcProvider) => new URL(issuer).hostname === 'www.linkedin.com';

/** The configurations of providers. One request serves all who wait; an outdated one is better than none. */
function createConnections(now: () => Date) {
  const connections = new Map<string, { until: number; connection: Promise<Connection> }>();
  return {
    connect(provider: OidcProvider): Promise<Connection> {
      const known = connections.get(provider.name);
      if (known && known.until > now().getTime()) return known.connection;
      const connection = discoverProvider(provider, now).catch((error: unknown) => {
        if (known) connections.set(provider.name, { ...known, until: now().getTime() + RETRY_MS });
        else connections.delete(provider.name);
        if (known) return known.connection;
        throw error;
      });
      connections.set(provider.name, { until: now().getTime() + FRESH_MS, connection });
      return connection;
    },
  };
}

export function createOidcProviders(list: readonly OidcProvider[], now: () => Date): OidcProviders {
  const { connect } = createConnections(now);
  return {
    list,
    find: (name) => list.find((provider) => provider.name === name) ?? null,
    async addressFor(provider, checks, isConfirming) {
      const { configuration } = await connect(provider);
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const isApple = provider.name === 'apple';
      return buildAuthorizationUrl(configuration, {
        redirect_uri: checks.redirectUri,
        scope: isApple ? 'openid name email' : 'openid email profile',
        state: checks.state,
        // Apple sends name and address only in a form.
        ...(isApple ? { response_mode: 'form_post' } : {}),
        ...(isConfirming ? { max_age: String(CONFIRM_SECONDS) } : {}),
        ...(takesOnlyState(provider)
          ? {}
          : {
              nonce: checks.nonce,
              code_challenge: await calculatePKCECodeChallenge(checks.verifier),
              code_challenge_method: 'S256',
            }),
      });
    },
    identify: async (provider, checks, answer) =>
      identifyPerson(await connect(provider), provider, checks, answer),
  };
}

async function identifyPerson(
  connection: Connection,
  provider: OidcProvider,
  checks: Checks,
  answer: URLSearchParams,
): Promise<Identified> {
  const library = await import('openid-client');
  const tokens = await exchangeCode(library, connection, provider, checks, answer);
  const claims: Claims & { iss: string; sub: string } = tokens.claims() ?? { iss: '', sub: '' };
  if (!SUBJECT.test(claims.sub) || !SUBJECT.test(claims.iss)) {
    throw new Error('The token of the provider names nobody.');
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    signedInAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    async readProfile() {
      const own = mergeClaims(provider, [claims]);
      const { configuration } = connection;
      const isWhole = own.email !== null && own.fullName !== null;
      if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return own;
      const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return mergeClaims(provider, [claims, more]);
    },
  };
}

async function exchangeCode(
  library: Library,
  { configuration, auth }: Connection,
  provider: OidcProvider,
  { state, nonce, verifier, redirectUri }: Checks,
  answer: URLSearchParams,
) {
  const url = new URL(redirectUri);
  for (const [name, value] of answer) if (ANSWER.includes(name)) url.searchParams.append(name, value);
  const checks: AuthorizationCodeGrantChecks = takesOnlyState(provider)
    ? { expectedState: state, idTokenExpected: true }
    : { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  const ask = () => library.authorizationCodeGrant(configuration, url, { ...checks });
  const { way } = auth;
  return ask().catch((error: unknown) => {
    // Registered for the other of the two ways to send a secret: the code has not been used up yet.
    if (isClientRefused(library, error) && auth.leave(way)) return ask();
    throw error;
  });
}

function isClientRefused({ ResponseBodyError, WWWAuthenticateChallengeError }: Library, error: unknown) {
  if (error instanceof WWWAuthenticateChallengeError) return true;
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
}
