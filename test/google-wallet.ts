import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

/**
 * Google on this machine, as far as Google Wallet needs it: access tokens for a service account, classes and objects.
 * Misbehaves as a test wants it to. Sources: "Using OAuth 2.0 for Server to Server Applications" and the reference of
 * the Google Wallet API at developers.google.com.
 */

interface Failure {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The request takes effect all the same, as when a response is lost. */
  isDone?: boolean;
}

interface SaveClaims extends JWTPayload {
  typ: string;
  origins?: string[];
  payload: { genericObjects: Record<string, unknown>[]; genericClasses?: Record<string, unknown>[] };
}

type Resource = { id: string } & Record<string, unknown>;

export interface TestGoogle {
  /** The settings of the app; complete once the tests run. */
  settings: Record<string, string>;
  publicKey: KeyObject;
  email: string;
  issuerId: string;
  classes: Map<string, Resource>;
  objects: Map<string, Resource>;
  /** Every request since the test began, as `METHOD /path`. */
  requests: string[];
  /** The claims of the assertions that were exchanged for tokens. */
  assertions: JWTPayload[];
  /** How the next requests fail, in order: those for tokens, and the others. */
  tokenFailures: Failure[];
  failures: Failure[];
  /** Nothing is answered at all. */
  isSilent: boolean;
  /** The claims of a save link; fails if it is too long or not signed by the service account. */
  readLink(link: string): Promise<SaveClaims>;
  /** Makes all tokens that were handed out worthless. */
  revoke(): void;
}

const ISSUER = '3388000000012345678';
const EMAIL = 'passes@goldleaf.iam.gserviceaccount.com';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';

/** The file that Google's console hands out for a key of a service account. */
export const writeCredentials = (privateKey: KeyObject, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'goldleaf',
    private_key_id: '0123456789abcdef0123456789abcdef01234567',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: EMAIL,
    token_uri: 'https://oauth2.googleapis.com/token',
    ...more,
  });

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** A Google on a port of its own, for one test file; each test begins with an empty one. */
export function startTestGoogle(): TestGoogle {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let tokens = new Set<string>();
  let handedOut = 0;
  const google: TestGoogle = {
    settings: { GOOGLE_WALLET_ISSUER_ID: ISSUER, GOOGLE_WALLET_CREDENTIALS: writeCredentials(privateKey) },
    publicKey,
    email: EMAIL,
    issuerId: ISSUER,
    classes: new Map(),
    objects: new Map(),
    requests: [],
    assertions: [],
    tokenFailures: [],
    failures: [],
    isSilent: false,
    revoke() {
      tokens = new Set();
    },
    async readLink(link) {
      expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(link.length).toBeLessThan(1_800);
      const token = link.split('/').at(-1) ?? '';
      expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT' });
      const { payload } = await jwtVerify<SaveClaims>(token, publicKey, {
        issuer: EMAIL,
        audience: 'google',
        algorithms: ['RS256'],
      });
      return payload;
    },
  };

  async function grant(request: IncomingMessage): Promise<Failure> {
    const form = new URLSearchParams(await readBody(request));
    const failure = google.tokenFailures.shift();
    if (failure) return failure;
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: EMAIL,
      audience: google.settings.GOOGLE_TOKEN_URL ?? '',
      requiredClaims: ['iat', 'exp'],
    });
    google.assertions.push(payload);
    if (form.get('grant_type') !== GRANT || payload.scope !== SCOPE) return { status: 400 };
    handedOut += 1;
    const token = `ya29.token-${handedOut}`;
    tokens.add(token);
    return {
      status: 200,
      body: JSON.stringify({ access_token: token, expires_in: 3600, token_type: 'Bearer' }),
    };
  }

  function change(method: string, [kind = '', id]: string[], sent: Resource): Failure {
    const resources = { genericClass: google.classes, genericObject: google.objects }[kind];
    if (!resources) return { status: 404 };
    const key = id ?? sent.id;
    const known = resources.get(key);
    if (method === 'POST' && known) return { status: 409 };
    if (method === 'PATCH' && !known) return { status: 404 };
    if (kind === 'genericObject' && method === 'POST' && !google.classes.has(String(sent.classId))) {
      return { status: 404 };
    }
    const merged = Object.entries({ ...known, ...sent }).filter(([, value]) => value !== null);
    resources.set(key, { ...Object.fromEntries(merged), id: key });
    return { status: 200, body: JSON.stringify(resources.get(key)) };
  }

  async function answer(request: IncomingMessage): Promise<Failure> {
    const { method = '', url = '' } = request;
    google.requests.push(`${method} ${url}`);
    if (url === '/token') return grant(request);
    const sent = JSON.parse(await readBody(request));
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!tokens.has(token)) return { status: 401 };
    const failure = google.failures.shift();
    if (failure && !failure.isDone) return failure;
    const done = change(method, url.split('/').slice(3), sent);
    return failure ?? done;
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (google.isSilent) return request.destroy();
    answer(request)
      .catch((): Failure => ({ status: 400 }))
      .then(({ status, headers, body = '{}' }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    google.settings.GOOGLE_WALLET_API_URL = url;
    google.settings.GOOGLE_TOKEN_URL = `${url}/token`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    google.classes.clear();
    google.objects.clear();
    Object.assign(google, { requests: [], assertions: [], tokenFailures: [], failures: [], isSilent: false });
  });
  return google;
}
