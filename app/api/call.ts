import { clearUser, recallUser } from '#app/auth/session.ts';
import { type FileReply, pathTo, type Reply, type SentInput } from '#shared/api.ts';
import { PRODUCT } from '#shared/constants.ts';
import type { EndpointOf, Route } from '#shared/contract.ts';
import type { ErrorCode, FieldErrors } from '#shared/errors.ts';

/** A reply outside 2xx. `message` is exactly "status: body" (section 8); `text` is the sentence to show. */
export class CallError extends Error {
  readonly status: number;
  readonly text: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly fields: FieldErrors;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'CallError';
    this.status = status;
    const parsed = parseBody(body);
    this.text = parsed.message;
    this.code = parsed.code;
    this.fields = parsed.fields ?? {};
  }
}

/** No reply at all: the network is gone or the server is down. */
export class NetworkError extends Error {
  constructor() {
    super('The server cannot be reached. Check your connection and try again.');
    this.name = 'NetworkError';
  }
}

/** A part of the app that did not come, in the words of Chromium and Firefox, of WebKit, and of Vite for its styles. */
const PART_MISSING = /dynamically imported module|module script failed|preload CSS/i;
/** What a proxy answers while no server stands behind it. */
const AWAY = [502, 503, 504];

const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401;
/** Whether whoever was signed in here no longer is. The same answer to a sign-in means a wrong password, and nobody is stored. */
const isSessionOver = (error: unknown) => isSignedOut(error) && recallUser() !== null;

/** Leads whose session has ended to the sign-in page, which says so, and back from there; answers whether it had. */
export function leaveEndedSession(error: unknown): boolean {
  if (!isSessionOver(error)) return false;
  clearUser({ isChosen: false });
  return true;
}

/** The same for what a screen reads: there nobody is signed in, even where this browser stores nobody. */
export function leaveUnlessSignedIn(error: unknown): void {
  if (isSignedOut(error)) clearUser({ isChosen: false });
}

/**
 * The one place that says what a failure is, where that matters more than what failed: the network is gone, the session
 * has ended, nothing answers. Null for a refusal, which the server or the screen words.
 */
function conditionOf(error: unknown): string | null {
  if (error instanceof NetworkError) return error.message;
  if (isSessionOver(error)) return 'Your session has ended. Please sign in again.';
  if (error instanceof CallError) {
    const isAway = AWAY.includes(error.status) && !error.text;
    return isAway ? `${PRODUCT} cannot answer right now. Please try again in a minute.` : null;
  }
  const isPart = error instanceof Error && PART_MISSING.test(error.message);
  return isPart ? PART_FAILED : null;
}

function parseBody(body: string): { message?: string; code?: ErrorCode; fields?: FieldErrors } {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** What is sent for an endpoint: `{}` may be left out where the endpoint takes nothing. */
type Args<Name extends Route> =
  object extends SentInput<EndpointOf<Name>>
    ? [input?: SentInput<EndpointOf<Name>>]
    : [input: SentInput<EndpointOf<Name>>];

/** The body of a call, as its form holds it. */
export type BodyOf<Name extends Route> =
  SentInput<EndpointOf<Name>> extends { body: infer Body } ? Body : never;

/** The URL of an endpoint, and the first element of its query key (section 7). */
export function urlOf(route: Route, { params, query }: Omit<Input, 'body'> = {}): string {
  return pathTo(route.slice(route.indexOf(' ') + 1), params, query);
}

/**
 * Makes one call of the API, named as the specification names it; the only `fetch` of the app. The contract is here
 * as types alone, so that no screen loads a schema before it validates a form.
 * Answers parsed JSON, or text for a file. Throws `CallError` for a reply outside 2xx and `NetworkError` when there is none.
 */
export async function call<Name extends Route>(
  route: Name,
  ...[input]: Args<Name>
): Promise<Reply<EndpointOf<Name>>> {
  return (await read(await send(route, (input ?? {}) as Input))) as Reply<EndpointOf<Name>>;
}

/** The same, for a call that arrives although the person goes elsewhere, as into a window that the same press opens. */
export async function callWhileLeaving<Name extends Route>(
  route: Name,
  ...[input]: Args<Name>
): Promise<Reply<EndpointOf<Name>>> {
  return (await read(await send(route, (input ?? {}) as Input, { keepalive: true }))) as Reply<
    EndpointOf<Name>
  >;
}

/** The calls that answer a file, or what is saved as one. */
export type FileRoute = {
  [Name in Route]: EndpointOf<Name> extends { method: 'GET'; returns: FileReply } | { isStreamed: true }
    ? Name
    : never;
}[Route];

/** Asks whether a file is there without fetching it; throws as `call` does. Answers its address. */
export async function findFile<Name extends FileRoute>(route: Name, ...[input]: Args<Name>): Promise<string> {
  const { body: _none, ...asked } = (input ?? {}) as Input;
  await send(route, asked, { method: 'HEAD' });
  return urlOf(route, asked);
}

function read(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? response.json() : response.text();
}

/** The lists that have pages. */
export type PagedRoute = {
  [Name in Route]: EndpointOf<Name> extends { paged: true } ? Name : never;
}[Route];
export type RowIn<Name extends PagedRoute> = Reply<EndpointOf<Name>> extends (infer Row)[] ? Row : never;

export interface PageOf<Name extends PagedRoute> {
  rows: RowIn<Name>[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** One page of a list. Where it goes on stands in the `Link` header of the answer. */
export async function callPage<Name extends PagedRoute>(
  route: Name,
  query: Input['query'],
  signal: AbortSignal,
): Promise<PageOf<Name>> {
  const response = await send(route, { query }, { signal });
  const [, link] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  const next = link ? new URLSearchParams(link.split('?')[1]).get('cursor') : null;
  return { rows: (await response.json()) as RowIn<Name>[], next };
}

async function send(
  route: Route,
  { body, ...rest }: Input,
  options: Pick<RequestInit, 'signal' | 'keepalive' | 'method'> = {},
): Promise<Response> {
  const init: RequestInit = {
    method: route.slice(0, route.indexOf(' ')),
    ...options,
    credentials: 'include',
  };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(urlOf(route, rest), init);
  } catch {
    throw new NetworkError();
  }
  if (!response.ok) throw new CallError(response.status, await response.text(), response.statusText);
  return response;
}

/** The sentence a person can act on: the server's, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return conditionOf(error) ?? ((error instanceof CallError && error.text) || fallback);
}

/** The sentence the specification fixes for a refusal, whatever the server says of it. */
export function fixedMessageOf(error: unknown, sentence: string): string {
  return conditionOf(error) ?? sentence;
}

/** The same, but for a refusal whose reason would else stand nowhere: it names no field to stand under. */
export function fixedUnlessRefused(error: unknown, sentence: string): string {
  const isReason =
    error instanceof CallError && error.code !== 'internal' && Object.keys(error.fields).length === 0;
  return isReason ? messageOf(error, sentence) : fixedMessageOf(error, sentence);
}

/** A part of the app that did not come: no line, or an older app than the server's. */
export const PART_FAILED = 'This could not be loaded. Check your connection and try again.';

/** A page of the server that could not be loaded, in one sentence. */
export const LOAD_FAILED = 'This could not be loaded. Please try again.';
