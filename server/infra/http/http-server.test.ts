import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from '#server/infra/http/http-server.ts';

const UNREAD_MS = 100;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A connection to a server with this listener, with one request sent. */
async function ask(listener: RequestListener): Promise<net.Socket> {
  const http = createHttpServer([], { unreadMs: UNREAD_MS });
  http.listen(listener);
  const { server } = http;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  closers.push(() => {
    socket.destroy();
    server.closeAllConnections();
    void http.drain();
  });
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return socket;
}

describe('A response that nobody reads', () => {
  it('loses its connection, and its source is closed', async () => {
    const piece = Buffer.alloc(64 * 1024);
    const source = Readable.from(
      (function* () {
        for (;;) yield piece;
      })(),
    );
    const closed = once(source, 'close').catch(() => {});
    const socket = await ask((_request, response) => {
      response.on('close', () => source.destroy());
      source.pipe(response);
    });
    socket.pause();
    await closed;
    expect(source.destroyed).toBe(true);
  });

  it('is not confused with one that takes long to produce', async () => {
    const socket = await ask(async (_request, response) => {
      await later(5 * UNREAD_MS);
      response.end('done');
    });
    let heard = '';
    for await (const chunk of socket) {
      heard += chunk;
      if (heard.includes('done')) break;
    }
    expect(heard).toMatch(/^HTTP\/1.1 200/);
  });
});
