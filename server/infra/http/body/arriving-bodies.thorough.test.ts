import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type BodyBounds, createArrivingBodies } from '#server/infra/http/body/arriving-bodies.ts';
import { drainConnections } from '#server/infra/http/drain.ts';

const QUICK = {
  tickMs: 5,
  idleMs: 60,
  startMs: 400,
  bytesPerSecond: 1024,
  dropMs: 150,
  dropBytes: 8 * 1024 * 1024,
};
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server with short limits on arriving bodies, and a way to talk to it byte by byte. */
async function listen(listener: RequestListener, bounds: Partial<BodyBounds> = {}) {
  const bodies = createArrivingBodies({ ...QUICK, ...bounds });
  const server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    bodies.follow(request, response, true);
    listener(request, response);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    bodies.close();
    server.closeAllConnections();
    server.close();
  });
  const connect = () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)));
    const hears = async (text: string) => {
      while (!heard.includes(text)) await once(socket, 'data');
    };
    return { socket, closed, hears };
  };
  return { server, bodies, connect };
}

const head = (length: number, more = '') =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${more}\r\n`;
const readAll: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('read'));
};
const refuse: RequestListener = (_request, response) => response.writeHead(401).end('refused');

/** Sends forever, as fast as the other side accepts. */
function flood(socket: net.Socket) {
  const piece = Buffer.alloc(64 * 1024, '{},');
  let sent = 0;
  const send = () => {
    while (!socket.destroyed) {
      sent += piece.length;
      if (!socket.write(piece)) return socket.once('drain', send);
    }
  };
  send();
  return () => sent;
}

describe('A body that is wanted', () => {
  it('is cut off with a message when it stops arriving', async () => {
    const { connect } = await listen(readAll);
    const { socket, closed } = connect();
    socket.write(`${head(100)}half`);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 .*took too long to arrive/s);
  });

  it('is cut off when it trickles in', async () => {
    const { connect } = await listen(readAll, { idleMs: 10_000 });
    const { socket, closed } = connect();
    socket.write(head(100_000));
    const trickle = setInterval(() => socket.write('x'), 20);
    expect(await closed).toContain('HTTP/1.1 408');
    clearInterval(trickle);
  });

  it('may take longer as more of it arrives', async () => {
    const { connect, server } = await listen(readAll, { idleMs: 10_000, startMs: 100 });
    const { socket, hears } = connect();
    socket.write(head(20_010));
    await once(server, 'request');
    socket.write('x'.repeat(20_000));
    for (let n = 0; n < 10; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.write('x');
    }
    await hears('read');
  });

  it('does not time out while we are not reading it', async () => {
    const { connect } = await listen((request, response) => {
      request.pause();
      setTimeout(() => readAll(request, response), 200);
    });
    const { socket, hears } = connect();
    socket.write(head(100_000));
    socket.write('x'.repeat(99_999));
    await new Promise((resolve) => setTimeout(resolve, 150));
    socket.write('x');
    await hears('read');
  });
});

describe('A body that was refused', () => {
  it('is read to its end, so that the client sees the refusal and the connection stays open', async () => {
    const { connect } = await listen(refuse);
    const { socket, hears } = connect();
    socket.write(head(4 * 1024 * 1024));
    await hears('refused');
    socket.write(Buffer.alloc(4 * 1024 * 1024));
    socket.write('GET /again HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await hears('refused');
  });

  it('is cut off when it never ends', async () => {
    const { connect } = await listen(refuse, { dropMs: 60_000 });
    const { socket, closed } = connect();
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n');
    const sent = flood(socket);
    expect(await closed).toContain('401');
    expect(sent()).toBeGreaterThan(QUICK.dropBytes);
  });

  it('is cut off when it does not arrive', async () => {
    const { connect } = await listen(refuse);
    const { socket, closed } = connect();
    socket.write(head(100));
    expect(await closed).toContain('refused');
  });

  it('is reported to a client that wants the connection closed', async () => {
    const { bodies, connect } = await listen((request, response) => {
      bodies.answerEarly(request);
      refuse(request, response);
    });
    const { socket, closed } = connect();
    socket.write(head(2 * 1024 * 1024, 'Connection: close\r\n'));
    socket.write(Buffer.alloc(2 * 1024 * 1024));
    expect(await closed).toContain('refused');
  });

  it('is discarded for only a few at a time; the others are cut off after their response', async () => {
    const { connect } = await listen(refuse, { droppedAtOnce: 1, dropMs: 60_000 });
    const first = connect();
    first.socket.write(head(1000));
    await first.hears('refused');
    const second = connect();
    second.socket.write(head(1000));
    expect(await second.closed).toContain('refused');
    expect(first.socket.destroyed).toBe(false);
  });
});

describe('A refused body that arrived with its head', () => {
  it('needs no discarding, so the connection stays open however many are refused', async () => {
    const { connect } = await listen(
      (request, response) => response.writeHead(401).end(`refused ${request.url}`),
      { droppedAtOnce: 1, dropMs: 60_000 },
    );
    const stalling = connect();
    stalling.socket.write(head(1000));
    await stalling.hears('refused /');
    const { socket, hears } = connect();
    socket.write(`${head(5)}hello`);
    await hears('refused /');
    socket.write('GET /again HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await hears('refused /again');
  });
});

describe('A shutdown', () => {
  it('does not wait for a body or a head that stalls', async () => {
    const { server, bodies, connect } = await listen(readAll, { idleMs: 60_000, hurriedIdleMs: 50 });
    const [body, headless] = [connect(), connect()];
    body.socket.write(`${head(100)}half`);
    headless.socket.write('POST / HT');
    await once(server, 'request');
    bodies.hurry();
    const drained = drainConnections(server);
    expect(await body.closed).toContain('408');
    await headless.closed;
    await drained;
  });
});
