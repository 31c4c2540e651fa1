import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { REPLACED_DRAIN_MS } from '#server/infra/cluster/messages.ts';
import { type ArrivingBodies, createArrivingBodies } from '#server/infra/http/body/arriving-bodies.ts';
import { DRAIN_MS, drainConnections } from '#server/infra/http/drain.ts';
import { unreadable } from '#server/infra/http/refusals.ts';
import type { ReadyRoute, RequestWatch } from '#server/infra/metrics/request-watch.ts';

/** The HTTP server below the router: its timeouts, and what applies to every request before it is routed. */

/**
 * Responds with what is prepared, and returns what that was; null when there is nothing. `next` takes a request whose page
 * turns out to be outdated after this returned.
 */
export type ReadyAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: RequestListener,
) => ReadyRoute | null;

export interface HttpServer {
  server: Server;
  /** Installs `listener` behind what applies to every request. Prepared pages bypass the router. */
  listen(listener: RequestListener, answerReady?: ReadyAnswer): RequestListener;
  /** Call before responding without the router: the client sees the response although its body has not arrived. */
  answerEarly(request: IncomingMessage): void;
  /** Tracks request bodies: the router reports when it will read one, or responds before it has arrived. */
  followRouter(fastify: FastifyInstance): void;
  /** From now on, `/healthz` says that this server is to stop. */
  leave(): void;
  isLeaving(): boolean;
  /** Finishes open requests, for seconds; where another process serves in its place, for as long as `REPLACED_DRAIN_MS`. */
  drain(isReplaced?: boolean): Promise<void>;
  /** Has a drain that is under way end in seconds. */
  hurry(): void;
}

/** A client that reads nothing of a response for this long is gone; its connection and the open file are closed. */
const UNREAD_MS = 60_000;

interface HttpOptions {
  /** Is told of every request. */
  watch?: RequestWatch | undefined;
  /** How long a response may go unread. */
  unreadMs?: number;
}

/** `everyHeader`: headers of every response, alternating name and value. */
export function createHttpServer(
  everyHeader: readonly string[],
  { watch, unreadMs = UNREAD_MS }: HttpOptions = {},
): HttpServer {
  // A proxy's connections must outlive the proxy's own timeout. Bodies have their own timeouts.
  const server = createServer({
    keepAliveTimeout: 75_000,
    headersTimeout: 30_000,
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
  });
  // Node closes a silent connection unless its response has a listener for the timeout.
  server.timeout = unreadMs;
  const bodies = createArrivingBodies();
  let isLeaving = false;
  return {
    server,
    listen(listener, answerReady = () => null) {
      const route: RequestListener = (request, response) => {
        for (let at = 0; at < everyHeader.length; at += 2) {
          response.setHeader(everyHeader[at] ?? '', everyHeader[at + 1] ?? '');
        }
        response.on('timeout', hangUpUnread);
        listener(request, response);
      };
      const answer = (request: IncomingMessage, response: ServerResponse, isInvited: boolean) => {
        const head = lookAt(request.rawHeaders);
        if (head & TWO_HOSTS) return refuseTwoHosts(response);
        if (head & HAS_BODY) bodies.follow(request, response, isInvited);
        const ready = answerReady(request, response, route);
        if (ready === null) route(request, response);
        return ready;
      };
      const handle = (isInvited: boolean) => (request: IncomingMessage, response: ServerResponse) => {
        const arrival = watch?.begin(request);
        const ready = answer(request, response, isInvited);
        if (arrival) watch?.follow(request, response, arrival, ready);
      };
      const handleInvited = handle(true);
      server.on('request', handleInvited);
      server.on('checkContinue', handle(false));
      return handleInvited;
    },
    answerEarly: bodies.answerEarly,
    followRouter: (fastify) => followRouter(fastify, bodies),
    leave() {
      isLeaving = true;
    },
    isLeaving: () => isLeaving,
    async drain(isReplaced = false) {
      if (!isReplaced) bodies.hurry();
      await drainConnections(server, isReplaced ? REPLACED_DRAIN_MS : DRAIN_MS);
      bodies.close();
    },
    hurry() {
      bodies.hurry();
      setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    },
  };
}

/** A request still being handled is silent, too: only a response that has been written and not read counts. */
function hangUpUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function followRouter(fastify: FastifyInstance, bodies: ArrivingBodies): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.raw.routed = { path: request.routeOptions.url, id: request.id };
    done();
  });
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
 * Reads what every request needs from the head, in one pass: Node's `headers` would build an object of all headers.
 * More than one Host is refused (RFC 9112, section 3.2): Node takes the first, a proxy in front may take another.
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

function refuseTwoHosts(response: ServerResponse): null {
  response
    .writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify(unreadable().toBody()));
  return null;
}
