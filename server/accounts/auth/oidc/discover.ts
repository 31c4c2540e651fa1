import type { ClientAuth, Configuration, DiscoveryRequestOptions } from 'openid-client';
import { boundedFetch } from '#server/accounts/auth/oidc/bounded-fetch.ts';
import { signClientSecret } from '#server/accounts/auth/oidc/client-secret.ts';
import type { OidcProvider } from '#server/config/oidc-settings.ts';
import { isAllowedAddress } from '#server/config/setting-kinds.ts';

type Library = typeof import('openid-client');

/** A provider's configuration, and how the app proves to it that it is the app. */
export interface Connection {
  configuration: Configuration;
  auth: Auth;
}

interface Auth {
  way: ClientAuth;
  /** Gives up a way that was refused; false if there is no other. */
  leave(refused: ClientAuth): boolean;
}

const DISCOVERY_SECONDS = 5;
/** Where Microsoft serves all tenants: its issuer there is a template, filled with the tenant of each token. */
const ENTRA = 'https://login.microsoftonline.com';

/** Asks a provider for its configuration (OpenID Connect Discovery 1.0). Throws whatever is wrong with it. */
export async function discoverProvider(provider: OidcProvider, now: () => Date): Promise<Connection> {
  const library = await import('openid-client');
  const issuer = new URL(provider.issuer);
  // The library knows the template of Microsoft by this host; national clouds use it on hosts of their own.
  const isElsewhere = provider.name === 'microsoft' && issuer.origin !== ENTRA;
  const options: DiscoveryRequestOptions = {
    timeout: DISCOVERY_SECONDS,
    // https is checked in `boundedFetch`, which allows http on this machine.
    // The signature of the ID token is verified although the token comes over TLS.
    execute: [library.allowInsecureRequests, library.enableNonRepudiationChecks],
    [library.customFetch]: isElsewhere
      ? (url, init) => boundedFetch(url.replace(ENTRA, issuer.origin), init)
      : boundedFetch,
  };
  const server = isElsewhere ? new URL(issuer.pathname, ENTRA) : issuer;
  const ways = listWays(library, provider, now);
  const [auth, choose] = authBy(ways);
  const prove: ClientAuth = (...request) => auth.way(...request);
  const configuration = await library.discovery(server, provider.clientId, undefined, prove, options);
  const metadata = configuration.serverMetadata();
  if (isElsewhere && new URL(metadata.issuer).origin !== issuer.origin) {
    throw new Error('The configuration of the provider names another issuer.');
  }
  if (!isAllowedAddress(metadata.authorization_endpoint ?? '')) {
    throw new Error('The configuration of the provider names no page to sign in.');
  }
  // Without a list it is Basic (OpenID Connect Discovery 1.0, section 3).
  choose(metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']);
  return { configuration, auth };
}

type Ways = Record<string, ClientAuth>;

/** The ways to send the proof, by their names in a provider's configuration. */
function listWays(library: Library, { clientId, proof, issuer }: OidcProvider, now: () => Date): Ways {
  if (proof.kind === 'secret') {
    return {
      client_secret_basic: library.ClientSecretBasic(proof.secret),
      client_secret_post: library.ClientSecretPost(proof.secret),
    };
  }
  return {
    client_secret_post(_server, _client, body) {
      body.set('client_id', clientId);
      body.set('client_secret', signClientSecret(proof, clientId, issuer, now()));
    },
  };
}

/** The first of the ways that a provider supports, as soon as it is known which. */
function authBy(ways: Ways): [Auth, (supported: readonly string[]) => void] {
  let usable = Object.values(ways);
  const auth: Auth = {
    way: (...request) => usable[0]?.(...request),
    leave(refused) {
      if (auth.way !== refused) return true;
      const next = usable.find((way) => way !== refused);
      if (next) auth.way = next;
      return next !== undefined;
    },
  };
  return [
    auth,
    (supported) => {
      const chosen = Object.entries(ways).flatMap(([name, way]) => (supported.includes(name) ? [way] : []));
      if (chosen.length > 0) usable = chosen;
      auth.way = usable[0] ?? auth.way;
    },
  ];
}
