import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, NetworkError } from './call.ts';
import { callForEvents, type ServerEvent } from './events.ts';

const ROUTE = 'POST /api/contacts/{id}/followup-suggestions';

/**
 * Answers the next call with these chunks of bytes; the last may be an error that breaks the connection. Returns what is
 * called.
 */
function answer(chunks: (Uint8Array | Error)[], init: ResponseInit = {}) {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift();
      if (next instanceof Error) controller.error(next);
      else if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, { headers, ...init }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(signal = new AbortController().signal): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of callForEvents(ROUTE, { params: { id: 'x' }, body: {} }, signal))
    events.push(event);
  return events;
}

describe('An answer in events', () => {
  it('is read whatever the network makes of its bytes', async () => {
    const all = bytes(
      ':\n\nevent: suggestion\ndata: {"message":"Grüße, 山田さん"}\n\nevent: done\r\ndata: {}\r\n\r\n',
    );
    answer(Array.from(all, (byte) => new Uint8Array([byte])));
    expect(await read()).toEqual([
      { name: 'suggestion', data: { message: 'Grüße, 山田さん' } },
      { name: 'done', data: {} },
    ]);
  });

  it('is asked of the team that the screen names', async () => {
    const fetched = answer([]);
    vi.stubGlobal('location', new URL('https://goldleaf.example/contacts/x?account=team1'));
    await read();
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/contacts/x/followup-suggestions?account=team1');
  });

  it('ends with what came before a break, which is told', async () => {
    answer([bytes('event: suggestion\ndata: 1\n\nevent: sugg'), new TypeError('network error')]);
    const events: unknown[] = [];
    const all = (async () => {
      for await (const { data } of callForEvents(
        ROUTE,
        { params: { id: 'x' } },
        new AbortController().signal,
      ))
        events.push(data);
    })();
    await expect(all).rejects.toThrow(NetworkError);
    expect(events).toEqual([1]);
  });

  it('may be JSON, of a refusal, or nonsense', async () => {
    answer([bytes('[1]')], { headers: { 'content-type': 'application/json' } });
    expect(await read()).toEqual([{ name: 'answer', data: [1] }]);
    answer([bytes('{"message":"No","code":"limited"}')], { status: 429 });
    await expect(read()).rejects.toThrow(CallError);
    answer([bytes('event: a\ndata: {broken\n\n\n\nretry: 3\n\ndata: 2\n\ndata: 3')]);
    expect(await read()).toEqual([{ name: 'message', data: 2 }]);
  });
});
