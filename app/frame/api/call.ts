import type { FileReply, Reply, SentInput } from '#shared/contract/api.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import type { ErrorBody, ErrorCode, FieldErrors } from '#shared/contract/errors.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import type { EndpointOf, Route } from '#shared/contract.ts';
import { PART_FAILED } from '#ui/part-words.ts';
import { accountFor, noteTeams } from './account-here.ts';
import { peekFirst, takeFirst } from './first-answers.ts';
import { settleSignOut } from './owed-sign-out.ts';
import { clearUser, isEntrance, owesSignOut } from './session.ts';

/** A response outside 2xx. `message` is exactly "status: body" (section 8); `text` is the sentence to show. */
export class CallError extends Error {
  readonly status: number;
  readonly text: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly fields: FieldErrors;
  /** On a conflict with a newer version: what is stored now. */
  readonly current: object | undefined;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'CallError';
    this.status = status;
    const parsed = parseBody(body);
    this.code = parsed.code;
    this.fields = parsed.fields ?? {};
    // Programs are told the name of the field as well ("fullName: Name is required").
    this.text = parsed.fields ? parsed.message?.replace(/^\S+: /, '') : parsed.message;
    this.current = parsed.current;
  }
}

/** The user gave up what was begun: nothing failed, and nothing is shown. */
export class Cancelled extends Error {}

/** No response at all: the network is gone or the server is down. */
export class NetworkError extends Error {
  constructor() {
    const isOffline = globalThis.navigator?.onLine === false;
    super(`${isOffline ? 'You’re offline' : 'Can’t reach Goldleaf'}. Check your connection and try again.`);
    this.name = 'NetworkError';
  }
}

/** A code or style chunk failed to load, as worded by Chromium and Firefox, by WebKit, and by Vite for styles. */
const PART_MISSING = /dynamically imported module|module script failed|preload CSS/i;
/** A proxy's statuses when the server behind it is down. */
const AWAY = [502, 503, 504];

/** True if there was no answer: the same call may succeed later, and may have been heard. */
export const isServerAway = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof CallError && AWAY.includes(error.status));

/** A suspended account is told so when it signs in. */
const isSignedOut = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 401 || error.code === 'suspended');
/** True if a session has ended. At sign-in the same status means a wrong password. */
const isSessionOver = (error: unknown): error is CallError => isSignedOut(error) && !isEntrance();

/** Sends users whose session has ended to the sign-in page, which says so and returns here; returns whether it did. */
export function leaveEndedSession(error: unknown): boolean {
  if (!isSessionOver(error)) return false;
  clearUser({ isChosen: false, why: error.text });
  return true;
}

/** Likewise for what a screen reads: a 401 means signed out, even if this browser has no stored user. */
export function leaveUnlessSignedIn(error: unknown): void {
  if (isSignedOut(error)) clearUser({ isChosen: false, why: error.text });
}

/**
 * The one place that says what is wrong where the cause matters more than what failed: no network, session ended,
 * server unreachable. Null for a refusal, whose message comes from the server or the screen.
 */
function findCondition(error: unknown): string | null {
  if (error instanceof NetworkError) return error.message;
  if (isSessionOver(error)) return 'Your session has ended. Please sign in again.';
  if (error instanceof CallError) {
    const isAway = AWAY.includes(error.status) && !error.text;
    return isAway ? `${PRODUCT} isn’t responding right now. Please try again in a minute.` : null;
  }
  const isPart = error instanceof Error && PART_MISSING.test(error.message);
  return isPart ? PART_FAILED : null;
}

function parseBody(body: string): Partial<ErrorBody> {
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

/** An endpoint's input: `{}` may be left out where it takes nothing. */
type Args<Name extends Route> =
  object extends SentInput<EndpointOf<Name>>
    ? [input?: SentInput<EndpointOf<Name>>]
    : [input: SentInput<EndpointOf<Name>>];

/** The body of a call, as its form holds it. */
export type BodyOf<Name extends Route> =
  SentInput<EndpointOf<Name>> extends { body: infer Body } ? Body : never;

/** The address of a call: for the team that this screen is about, if it is about one. */
export function callUrl(route: Route, input: Omit<Input, 'body'> = {}): string {
  const [method] = route.split(' ');
  const account = isForOneself ? undefined : accountFor(urlOf(route, { params: input.params }), method);
  return urlOf(route, { ...input, query: { account, ...input.query } });
}

/** The URL of an endpoint, which is also the first element of its query key (section 7). */
export function urlOf(route: Route, { params, query }: Omit<Input, 'body'> = {}): string {
  return pathTo(route.slice(route.indexOf(' ') + 1), params, query);
}

/**
 * Makes one API call, by the name the specification gives it; the only `fetch` in the app. The contract is imported as
 * types only, so that no screen loads a schema before it validates a form.
 * Resolves to parsed JSON, or to text for a file. Throws `CallError` for a response outside 2xx and `NetworkError` when
 * there is none.
 */
export async function call<Name extends Route>(
  route: Name,
  ...[input]: Args<Name>
): Promise<Reply<EndpointOf<Name>>> {
  return (await readBody(await sendRequest(route, (input ?? {}) as Input))) as Reply<EndpointOf<Name>>;
}

/** Likewise, for a call that must arrive even if the user leaves, as when the same press opens another window. */
export async function callWhileLeaving<Name extends Route>(
  route: Name,
  ...[input]: Args<Name>
): Promise<Reply<EndpointOf<Name>>> {
  return (await readBody(await sendRequest(route, (input ?? {}) as Input, { keepalive: true }))) as Reply<
    EndpointOf<Name>
  >;
}

/** Endpoints that return a file, or what is saved as one. */
export type FileRoute = {
  [Name in Route]: EndpointOf<Name> extends { method: 'GET' } & (
    | { returns: FileReply }
    | { isStreamed: true }
  )
    ? Name
    : never;
}[Route];

/** Checks that a file exists without downloading it, and resolves to its address; throws as `call` does. */
export async function findFile<Name extends FileRoute>(route: Name, ...[input]: Args<Name>): Promise<string> {
  const { body: _none, ...asked } = (input ?? {}) as Input;
  await sendRequest(route, asked, { method: 'HEAD' });
  return callUrl(route, asked);
}

function readBody(response: Response): Promise<unknown> {
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

/** One page of a list. The `Link` header of the response points to the next one. */
export async function callPage<Name extends PagedRoute>(
  route: Name,
  query: Input['query'],
  signal: AbortSignal,
  params?: Record<string, string>,
): Promise<PageOf<Name>> {
  const response = await sendRequest(route, { params, query }, { signal });
  return toPage(await response.json(), response.headers.get('link'));
}

/** The page that `callPage` will take from the first answers, if it has come. */
export function peekPage<Name extends PagedRoute>(
  route: Name,
  query: Input['query'],
  params?: Record<string, string>,
): PageOf<Name> | undefined {
  const answer = peekFirst(callUrl(route, { params, query }));
  return answer && toPage(JSON.parse(answer.body), answer.link);
}

function toPage<Name extends PagedRoute>(
  rows: RowIn<Name>[],
  links: string | null | undefined,
): PageOf<Name> {
  const [, link] = /<([^>]+)>; rel="next"/.exec(links ?? '') ?? [];
  const next = link ? new URLSearchParams(link.split('?')[1]).get('cursor') : null;
  noteTeams(rows);
  return { rows, next };
}

/** Answers a read while the server is out of reach: see `app/offline/stand-in.ts`. */
type StandIn = (address: string, network: Promise<Response>) => Promise<Response>;
let standIn: StandIn | undefined;
export const setStandIn = (given: StandIn | undefined): void => {
  standIn = given;
};

/** Makes the calls that `start` begins with the server alone. */
export function fromServer<Result>(start: () => Result): Result {
  const kept = standIn;
  standIn = undefined;
  try {
    return start();
  } finally {
    standIn = kept;
  }
}

let isForOneself = false;

/** Makes the calls that `start` begins for the person's own account, whatever the screen is about. */
export function forOneself<Result>(start: () => Result): Result {
  const kept = isForOneself;
  isForOneself = true;
  try {
    return start();
  } finally {
    isForOneself = kept;
  }
}

async function sendRequest(
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
  // The values that `fromServer` and `forOneself` have set hold until the first wait.
  const address = callUrl(route, rest);
  const isRead = init.method === 'GET';
  const answers = isRead ? standIn : undefined;
  let response: Response;
  try {
    if (owesSignOut()) await settleSignOut();
    const ask = () => fetch(address, init);
    const network = (isRead && takeFirst(address)?.catch(ask)) || ask();
    // It may fail while what stands in for it is being loaded.
    network.catch(() => {});
    response = await (answers ? answers(address, network) : network);
  } catch {
    throw new NetworkError();
  }
  if (!response.ok) throw new CallError(response.status, await response.text(), response.statusText);
  return response;
}

/** The server's message if it has one the user can act on, otherwise `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return findCondition(error) ?? ((error instanceof CallError && error.text) || fallback);
}

/** The sentence the specification requires for a refusal, whatever the server says. */
export function fixedMessageOf(error: unknown, sentence: string): string {
  return findCondition(error) ?? sentence;
}

/** Likewise, except for a refusal that names no field and whose reason would otherwise be lost. */
export function fixedUnlessRefused(error: unknown, sentence: string): string {
  const isReason =
    error instanceof CallError && error.code !== 'internal' && Object.keys(error.fields).length === 0;
  return isReason ? messageOf(error, sentence) : fixedMessageOf(error, sentence);
}

/** The message for a page of data that could not be loaded. */
export const LOAD_FAILED = 'We couldn’t load this. Please try again.';
