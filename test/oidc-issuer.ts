import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A provider of OpenID Connect on this machine that misbehaves as a test wants it to. */

type Claims = Record<string, unknown>;

export interface Misbehavior {
  /** Replaces the whole answer of a path. */
  answers: Record<string, { status?: number; body: string; isEndless?: boolean }>;
  /** Changes what a configuration, a token or the user's data say. */
  configuration: Claims;
  claims: Claims;
  userinfo: Claims;
  /** Signs with a key that is not in its key set. */
  hasForeignKey: boolean;
  /** The names of the ways to prove who the client is, of which the issuer takes only the last. */
  authMethods: string[];
}

export interface TestIssuer {
  url: string;
  behavior: Misbehavior;
  /** The requests it got since the test began, as `METHOD /path`. */
  requests: string[];
  /** The forms that were posted to the token endpoint. */
  forms: URLSearchParams[];
  /** Signs someone in at the address the app has sent the browser to; the address the browser comes back to. */
  allow(address: string, person?: Claims): URL;
}

const CLIENT = { id: 'goldleaf', secret: 'a secret: with + signs' };
/** The settings of the app for this issuer under a name. */
export const settingsFor = (name: string, url: string): Record<string, string> => ({
  [`OIDC_${name.toUpperCase()}_ISSUER`]: url,
  [`OIDC_${name.toUpperCase()}_CLIENT_ID`]: CLIENT.id,
  [`OIDC_${name.toUpperCase()}_CLIENT_SECRET`]: CLIENT.secret,
});

const usual = (): Misbehavior => ({
  answers: {},
  configuration: {},
  claims: {},
  userinfo: {},
  hasForeignKey: false,
  authMethods: ['client_secret_basic', 'client_secret_post'],
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signToken(claims: Claims, key: KeyObject): string {
  const text = `${part({ alg: 'RS256', kid: 'first' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

interface Granted {
  asked: URLSearchParams;
  person: Claims;
}

/** An issuer on a port of its own, for one test file; each test begins with the usual behavior. */
export function startTestIssuer(): TestIssuer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const granted = new Map<string, Granted>();
  const issuer: TestIssuer = {
    url: '',
    behavior: usual(),
    requests: [],
    forms: [],
    allow(address, person = { sub: 'ada' }) {
      const asked = new URL(address).searchParams;
      const code = randomBytes(9).toString('base64url');
      granted.set(code, { asked, person });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      return back;
    },
  };

  function configuration() {
    const { url, behavior } = issuer;
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: behavior.authMethods,
      ...behavior.configuration,
    };
  }

  function tokenFor(request: IncomingMessage, form: URLSearchParams): [number, unknown] {
    const basic = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    const [, encoded = ''] = basic.split(':');
    const given = {
      client_secret_basic: decodeURIComponent(encoded.replaceAll('+', '%20')),
      client_secret_post: form.get('client_secret'),
    };
    const wanted = issuer.behavior.authMethods.at(-1) as keyof typeof given;
    if (given[wanted] !== CLIENT.secret && !given[wanted]?.startsWith('eyJ'))
      return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const grant = granted.get(code);
    if (!grant) return [400, { error: 'invalid_grant' }];
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== grant.asked.get('code_challenge')) return [400, { error: 'invalid_grant' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer.url,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: grant.asked.get('nonce'),
      ...grant.person,
      ...issuer.behavior.claims,
    };
    const key = issuer.behavior.hasForeignKey ? foreign : privateKey;
    const token = `${code}.${String(grant.person.sub)}`;
    return [200, { access_token: token, token_type: 'Bearer', id_token: signToken(claims, key) }];
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    issuer.requests.push(`${request.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    if (path === '/token') issuer.forms.push(form);
    const replaced = issuer.behavior.answers[path];
    if (replaced) {
      response.writeHead(replaced.status ?? 200, { 'content-type': 'application/json' });
      return replaced.isEndless ? response.write(replaced.body) : response.end(replaced.body);
    }
    const [status, body] = route(path, request, form);
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function route(path: string, request: IncomingMessage, form: URLSearchParams): [number, unknown] {
    if (path.endsWith('/.well-known/openid-configuration')) return [200, configuration()];
    if (path === '/keys') {
      return [
        200,
        { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' }] },
      ];
    }
    if (path === '/token') return tokenFor(request, form);
    if (path !== '/userinfo') return [404, {}];
    const [, code = ''] = /^Bearer ([\w-]+)\./.exec(request.headers.authorization ?? '') ?? [];
    const person = granted.get(code)?.person;
    return person ? [200, { sub: person.sub, ...issuer.behavior.userinfo }] : [401, {}];
  }

  const server = http.createServer((request, response) => void answer(request, response));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    issuer.behavior = usual();
    issuer.requests.length = 0;
    issuer.forms.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return issuer;
}
