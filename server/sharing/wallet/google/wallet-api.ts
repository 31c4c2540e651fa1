import type { GoogleWalletSettings } from '#server/config/google-settings.ts';
import { fetchWithin, readRetryAfter } from '#server/infra/fetch-within.ts';
import { type AccessTokens, createAccessTokens } from '#server/sharing/wallet/google/access-tokens.ts';
import { GoogleAway, GoogleRefusal } from '#server/sharing/wallet/google/google-away.ts';
import { HOUR_MS } from '#shared/formats/time.ts';

/**
 * The Google Wallet API (developers.google.com/wallet/reference/rest, "genericclass" and "genericobject"). Every call
 * throws `GoogleAway` if another attempt may work, else `GoogleRefusal`.
 */
interface WalletApi {
  /** Inserts a class or an object, or patches the one with its id. */
  put(kind: Kind, resource: Resource, options?: PutOptions): Promise<void>;
  /** Patches an object; false if there is none with its id. */
  patch(kind: Kind, resource: Resource): Promise<boolean>;
}

type Kind = 'genericClass' | 'genericObject';
export type Resource = { id: string } & Record<string, unknown>;

export interface PutOptions {
  /** It was put before, so patching is tried first. */
  isKnown?: boolean;
  signal?: AbortSignal;
}

interface Request {
  method: 'POST' | 'PATCH';
  path: string;
  resource: Resource;
  signal: AbortSignal | undefined;
}

export function createWalletApi(settings: GoogleWalletSettings, now: () => Date): WalletApi {
  const tokens = createAccessTokens(settings, now);
  /** After it has had enough of us, Google is left alone for as long as it says. */
  let quietUntil = 0;

  async function send(request: Request): Promise<Response> {
    const wait = quietUntil - now().getTime();
    if (wait > 0) throw new GoogleAway('Google asked to be left alone for now.', wait);
    const response = await sendWithToken(settings.apiUrl, tokens, request);
    const problem = response.ok ? null : problemOf(response, now());
    if (problem instanceof GoogleAway) {
      if (problem.waitMs !== null) quietUntil = now().getTime() + problem.waitMs;
      throw problem;
    }
    return response;
  }

  const insert = (kind: Kind, resource: Resource, signal?: AbortSignal) =>
    send({ method: 'POST', path: kind, resource: withoutNulls(resource), signal });
  const patch = (kind: Kind, resource: Resource, signal?: AbortSignal) =>
    send({ method: 'PATCH', path: `${kind}/${resource.id}`, resource, signal });

  return {
    async put(kind, resource, { isKnown = false, signal } = {}) {
      const [first, second, isOther] = isKnown ? [patch, insert, 404] : [insert, patch, 409];
      const response = await first(kind, resource, signal);
      requireDone(response.status === isOther ? await second(kind, resource, signal) : response);
    },
    async patch(kind, resource) {
      const response = await patch(kind, resource);
      if (response.status === 404) return false;
      requireDone(response);
      return true;
    },
  };
}

/** Nulls clear fields of what exists; something new has none to clear. */
const withoutNulls = (resource: Resource): Resource => ({
  ...Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== null)),
  id: resource.id,
});

function requireDone({ ok, status }: Response): void {
  if (!ok) throw new GoogleRefusal(status);
}

/** A token that was refused is replaced once: it may have been revoked before its end. */
async function sendWithToken(apiUrl: string, tokens: AccessTokens, request: Request): Promise<Response> {
  const token = await tokens.get();
  const response = await sendOnce(apiUrl, token, request);
  if (response.status !== 401) return response;
  tokens.drop(token);
  return sendOnce(apiUrl, await tokens.get(), request);
}

function sendOnce(apiUrl: string, token: string, { method, path, resource, signal }: Request) {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(resource),
    redirect: 'error',
    ...(signal ? { signal } : {}),
  };
  return fetchWithin(`${apiUrl}/${path}`, init).catch((error: unknown) => {
    throw new GoogleAway('Google gave no answer.', null, error);
  });
}

/**
 * `GoogleAway` if it may work later; null if the status says what to do. Google uses 403 for quotas, and for an issuer
 * that has not let the service account in yet.
 */
const problemOf = ({ status, headers }: Response, now: Date): GoogleAway | null =>
  [401, 403, 408, 429].includes(status) || status >= 500
    ? new GoogleAway(`Google answered ${status}.`, readRetryAfter(headers.get('retry-after'), now, HOUR_MS))
    : null;
