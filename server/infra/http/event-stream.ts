import { Readable } from 'node:stream';
import type { FileBody } from '#server/infra/http/serve.ts';

/** Server-sent events (HTML standard, section 9.2), for responses that come piece by piece. */

/** One event; `data` is sent as JSON. */
export interface StreamedEvent {
  event: string;
  data: unknown;
}

/** JSON has no line breaks, so that each event is one line of data. */
const formatEvent = (event: StreamedEvent | null) =>
  event ? `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n` : ':\n\n';

/** How much may wait for a client that does not read; then it is cut off. */
const UNREAD_BYTES_MAX = 1024 * 1024;

/**
 * A response of events, and of a comment for each null. The signal given to `write` aborts when the client is gone; what
 * `write` throws becomes the event that `failed` makes of it. Events are not held back when the client reads slowly.
 */
export function sendEvents(
  write: (gone: AbortSignal) => AsyncIterable<StreamedEvent | null>,
  failed: (error: unknown) => StreamedEvent,
): FileBody {
  const gone = new AbortController();
  // Not `Readable.from`, which destroys a generator only once it has finished what it waits for.
  const body = new Readable({
    read() {},
    destroy(error, done) {
      gone.abort();
      done(error);
    },
  });
  const pump = async () => {
    try {
      for await (const event of write(gone.signal)) {
        body.push(formatEvent(event));
        if (body.readableLength > UNREAD_BYTES_MAX) body.destroy();
      }
    } catch (error) {
      if (gone.signal.aborted) return;
      body.push(formatEvent(failed(error)));
    }
    body.push(null);
  };
  // A comment: the client hears at once that it was admitted.
  body.push(formatEvent(null));
  void pump();
  // Proxies as nginx would collect the events first.
  return { body, type: 'text/event-stream; charset=utf-8', headers: { 'x-accel-buffering': 'no' } };
}
