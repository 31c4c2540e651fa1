import { type Endpoint, isFile, isMultipart, pathTo, type Reply, type SentInput } from '#shared/api.ts';
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

/** What is sent for a row: `{}` may be left out where the row takes nothing. */
type Args<Row> = object extends SentInput<Row> ? [input?: SentInput<Row>] : [input: SentInput<Row>];

/**
 * Makes one call of the API; the only `fetch` of the app. Answers parsed JSON, or text for a file.
 * Throws `CallError` for a reply outside 2xx and `NetworkError` when there is none.
 */
export async function call<Row extends Endpoint>(row: Row, ...[input]: Args<Row>): Promise<Reply<Row>> {
  const { params, query, body } = (input ?? {}) as Input;
  const init: RequestInit = { method: row.method, credentials: 'include' };
  if (body !== undefined) {
    if (isMultipart(row.body)) init.body = body as FormData;
    else {
      init.body = JSON.stringify(body);
      init.headers = { 'content-type': 'application/json' };
    }
  }
  let response: Response;
  try {
    response = await fetch(pathTo(row.path, params, query), init);
  } catch {
    throw new NetworkError();
  }
  if (!response.ok) throw new CallError(response.status, await response.text(), response.statusText);
  return (isFile(row.returns) ? await response.text() : await response.json()) as Reply<Row>;
}

/** The sentence a person can act on: the server's, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return error.message;
  return (error instanceof CallError && error.text) || fallback;
}

/** A page of the server that could not be loaded, in one sentence. */
export const LOAD_FAILED = 'This could not be loaded. Please try again.';
