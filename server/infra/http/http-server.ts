import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ArrivingBodies, createArrivingBodies } from '#server/infra/http/arriving-bodies.ts';
import { drain } from '#server/infra/http/drain.ts';

/** The HTTP server below the router: its timeouts, and what holds for every request before anything looks at it. */

/**
 * Answers what lies ready with all its headers; false when nothing does. `next` takes what was taken and proves to be
 * outdated.
 */
export type ReadyAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: RequestListener,
) => boolean;

export interface HttpServer {
  server: Server;
  /** Puts what holds for every request before `listener`, and makes it the server's. What is ready needs no router. */
  listen(listener: RequestListener, answerReady?: ReadyAnswer): RequestListener;
  /** Lets the router say when a body will be read, and when an answer leaves before it. */
  followRouter(fastify: FastifyInstance): void;
  /** Finishes what is under way. */
  drain(): Promise<void>;
}

/** Whoever takes nothing of an answer for so long is gone; its connection, and the file behind it, are not kept open. */
const UNREAD_MS = 60_000;

/** `everyHeader` are the headers of every answer, name and value by turns; `unreadMs` is how long an answer may lie unread. */
export function createHttpServer(everyHeader: readonly string[], unreadMs = UNREAD_MS): HttpServer {
  // Connections of a proxy must outlive the proxy's own timeout. Bodies have times of their own.
  const server = createServer({
    keepAliveTimeout: 75_000,
    headersTimeout: 30_000,
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
  });
  // Node hangs up on a silent connection, unless its answer has a listener of its own.
  server.timeout = unreadMs;
  const bodies = createArrivingBodies();
  return {
    server,
    listen(listener, answerReady = () => false) {
      const route: RequestListener = (request, response) => {
        for (let at = 0; at < everyHeader.length; at += 2) {
          response.setHeader(everyHeader[at] ?? '', everyHeader[at + 1] ?? '');
        }
        response.on('timeout', hangUpUnread);
        listener(request, response);
      };
      const handle = (isInvited: boolean) => (request: IncomingMessage, response: ServerResponse) => {
        const head = lookAt(request.rawHeaders);
        if (head & TWO_HOSTS) return refuseTwoHosts(response);
        if (head & HAS_BODY) bodies.follow(request, response, isInvited);
        if (!answerReady(request, response, route)) route(request, response);
      };
      const handleInvited = handle(true);
      server.on('request', handleInvited);
      server.on('checkContinue', handle(false));
      return handleInvited;
    },
    followRouter: (fastify) => followRouter(fastify, bodies),
    async drain() {
      bodies.hurry();
      await drain(server);
      bodies.close();
    },
  };
}

/** What is still being worked on is silent, too: only an answer that lies there counts. */
function hangUpUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function followRouter(fastify: FastifyInstance, bodies: ArrivingBodies): void {
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    bodies.invite(request.raw);
    done();
  });
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    bodies.answerEarly(request.raw);
    done();
  });
}

const HAS_BODY = 1;
const TWO_HOSTS = 2;

/**
 * What the head says that matters to every request, in one pass: Node's `headers` would build an object of them all.
 * More than one Host is refused (RFC 9112, section 3.2): Node takes the first, and a proxy in front may take another.
 */
function lookAt(rawHeaders: string[]): number {
  let [hosts, found] = [0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4) hosts += name.toLowerCase() === 'host' ? 1 : 0;
    else if (name.length === 14 && rawHeaders[at + 1] !== '0' && name.toLowerCase() === 'content-length')
      found = HAS_BODY;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') found = HAS_BODY;
  }
  return hosts > 1 ? found | TWO_HOSTS : found;
}

function refuseTwoHosts(response: ServerResponse): void {
  const message = 'We could not read that request. Please check what you sent.';
  response
    .writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ message, code: 'bad_request' }));
}
