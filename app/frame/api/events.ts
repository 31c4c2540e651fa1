import type { Route } from '#shared/contract.ts';
import { CallError, callUrl, NetworkError } from './call.ts';

/** Answers that come piece by piece, as server-sent events (HTML standard, section 9.2). */

export interface ServerEvent {
  name: string;
  data: unknown;
}

interface Input {
  params: Record<string, string>;
  body?: object | undefined;
}

/**
 * Calls an endpoint that answers with events, and yields each as it arrives; an answer that is JSON after all is one
 * event named `answer`. `onHeard` is called with each sign of life. Throws as `call` does, also when the connection
 * breaks.
 */
export async function* callForEvents(
  route: Route,
  { params, body }: Input,
  signal: AbortSignal,
  onHeard: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const response = await waitForNetwork(
    fetch(callUrl(route, { params }), {
      method: route.slice(0, route.indexOf(' ')),
      credentials: 'include',
      signal,
      headers: {
        accept: 'text/event-stream, application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  if (!response.ok) throw new CallError(response.status, await response.text(), response.statusText);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body) {
    yield { name: 'answer', data: await waitForNetwork(response.json()) };
    return;
  }
  const reader = response.body.getReader();
  try {
    for await (const block of splitBlocks(reader)) {
      onHeard();
      const event = parseEvent(block);
      if (event) yield event;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Turns a failure into a network error; a cancelled call stays one. */
async function waitForNetwork<Value>(promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new NetworkError();
  }
}

/** The text between blank lines. An unfinished block at the end is dropped, as the standard has it. */
async function* splitBlocks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await waitForNetwork(reader.read());
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
}

/** Null for a comment, and for what is not JSON. */
function parseEvent(block: string): ServerEvent | null {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data').join('\n');
  try {
    return data ? { name: valuesOf('event').at(-1) ?? 'message', data: JSON.parse(data) } : null;
  } catch {
    return null;
  }
}
