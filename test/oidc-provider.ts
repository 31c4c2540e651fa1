import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import { afterAll, beforeAll } from 'vitest';

/** A real provider of OpenID Connect (`oidc-provider`, certified by the OpenID Foundation) on this machine. */

const SECRET = 'a-secret-of-the-app';
const ADDRESS = 'http://127.0.0.1';

export interface RealProvider {
  url: string;
  /** The settings of the app for it, under the name `acme`. */
  settings: Record<string, string>;
  /** Allows browsers to come back to this address; needed before the first visit. */
  register(redirectUri: string): Promise<void>;
  /** A browser at the provider, with cookies of its own. */
  browser(): ProviderBrowser;
}

export interface ProviderBrowser {
  /** Opens the address the app sent the browser to, signs in where it is asked to; the address it comes back to. */
  signIn(address: string, login: string): Promise<URL>;
  /** Leaves instead. */
  cancel(address: string): Promise<URL>;
}

/** People are made from what they type: their address is theirs unless the name begins with "un". */
const findAccount = (_ctx: unknown, login: string) => ({
  accountId: login,
  claims: () => ({
    sub: login,
    email: `${login}@provider.example`,
    email_verified: !login.startsWith('un'),
    name: `${login} Of Provider`,
  }),
});

/** The provider on a port of its own, for one test file. */
export function startRealProvider(): RealProvider {
  let provider: Provider | undefined;
  const server = http.createServer((request, response) => {
    if (provider) void provider.callback()(request, response);
    else response.writeHead(503).end();
  });
  const real: RealProvider = {
    url: '',
    settings: {},
    async register(redirectUri) {
      const { default: OidcProvider } = await import('oidc-provider');
      provider = new OidcProvider(real.url, {
        clients: [
          {
            client_id: 'goldleaf',
            client_secret: SECRET,
            redirect_uris: [redirectUri],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['tests'] },
        pkce: { required: () => true },
        findAccount,
      });
    },
    browser: () => createBrowser(real.url),
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    real.url = `${ADDRESS}:${(server.address() as AddressInfo).port}`;
    real.settings = {
      OIDC_PROVIDERS: 'acme',
      OIDC_ACME_ISSUER: real.url,
      OIDC_ACME_CLIENT_ID: 'goldleaf',
      OIDC_ACME_CLIENT_SECRET: SECRET,
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return real;
}

function createBrowser(origin: string): ProviderBrowser {
  const cookies = new Map<string, string>();

  async function open(address: string, form?: Record<string, string>): Promise<string | null> {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies.values()].join('; ') },
      body: form ? new URLSearchParams(form) : undefined,
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    await response.text();
    const location = response.headers.get('location');
    return location && new URL(location, address).href;
  }

  /** Follows the provider's own pages, answering each, until it sends the browser elsewhere. */
  async function follow(address: string, answer: (page: string) => Promise<string | null>): Promise<URL> {
    let here: string | null = address;
    for (let step = 0; here?.startsWith(origin) && step < 12; step += 1) {
      const page: string = here;
      here = (await open(page)) ?? (await answer(page));
    }
    return new URL(here ?? '');
  }

  return {
    async signIn(address, login) {
      let asked = 0;
      return follow(address, (page) => {
        asked += 1;
        return open(page, asked === 1 ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' });
      });
    },
    cancel: (address) => follow(address, (page) => open(`${page}/abort`)),
  };
}
