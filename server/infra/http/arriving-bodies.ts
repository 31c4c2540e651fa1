import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseUnreadable } from '#server/infra/http/errors.ts';

/**
 * Bodies on their way: how long one may take, and what becomes of one that nobody wants. Only the time in which we
 * wait for the sender counts, never the time in which the sender waits for us.
 */

export interface BodyBounds {
  /** How often what arrives is looked at. */
  tickMs: number;
  /** Longest silence. */
  idleMs: number;
  /** The same once the process stops. */
  hurriedIdleMs: number;
  /** How long a body may take, and how many bytes buy another second. */
  startMs: number;
  bytesPerSecond: number;
  /** A body that was refused is read on and dropped so that the answer is heard: so long, so many bytes, so many at once. */
  dropMs: number;
  dropBytes: number;
  droppedAtOnce: number;
}

const BOUNDS: BodyBounds = {
  tickMs: 250,
  idleMs: 20_000,
  hurriedIdleMs: 1_000,
  startMs: 30_000,
  bytesPerSecond: 8 * 1024,
  dropMs: 5_000,
  dropBytes: 16 * 1024 * 1024,
  droppedAtOnce: 32,
};

interface Arriving {
  response: ServerResponse;
  /** Bytes that the connection had carried before this body, and at the last look. */
  before: number;
  bytes: number;
  waitedMs: number;
  idleMs: number;
  /** The sender waits for "100 Continue" (RFC 9110, section 10.1.1). */
  isInvited: boolean;
  /** The connection ends with this answer. */
  isLast: boolean;
}

export interface ArrivingBodies {
  /** Follows the body of a request from its head on; `isInvited` is false where the sender waits to be told to go on. */
  follow(request: IncomingMessage, response: ServerResponse, isInvited: boolean): void;
  /** Tells a sender who waits for it that the body will be read. */
  invite(request: IncomingMessage): void;
  /** Keeps the connection for a moment when an answer is about to leave before the body has arrived. */
  answerEarly(request: IncomingMessage): void;
  /** From now on what stalls for a second is cut. */
  hurry(): void;
  close(): void;
}

/** Bodies that nobody wants: read on for a moment and thrown away, so that the answer is heard. */
function createDropping(bounds: BodyBounds) {
  const dropping = new Set<IncomingMessage>();
  return {
    has: (request: IncomingMessage) => dropping.has(request),
    /** `isLast`: the connection ends with this answer. */
    drop(request: IncomingMessage, isLast: boolean): void {
      const { socket } = request;
      if (socket.destroyed) return;
      if (request.complete) {
        if (isLast) socket.destroySoon();
        return;
      }
      if (dropping.size >= bounds.droppedAtOnce) {
        socket.destroySoon();
        return;
      }
      const end = Date.now() + bounds.dropMs;
      const most = socket.bytesRead + bounds.dropBytes;
      dropping.add(request);
      request.unpipe();
      request.resume();
      const watch = setInterval(() => {
        const isOver = Date.now() > end || socket.bytesRead > most;
        if (!request.complete && !isOver && !socket.destroyed) return;
        clearInterval(watch);
        dropping.delete(request);
        if (isOver) socket.destroy();
        else if (isLast) socket.destroySoon();
      }, 20);
    },
  };
}

const TIMEOUT = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

export function createArrivingBodies(changed: Partial<BodyBounds> = {}): ArrivingBodies {
  const bounds = { ...BOUNDS, ...changed };
  const bodies = new Map<IncomingMessage, Arriving>();
  const dropping = createDropping(bounds);
  let longestIdleMs = bounds.idleMs;

  const look = (request: IncomingMessage, body: Arriving) => {
    const { bytesRead } = request.socket;
    const isOurTurn = request.complete || !body.isInvited || request.readableLength > 0;
    if (isOurTurn || dropping.has(request)) return;
    body.waitedMs += bounds.tickMs;
    body.idleMs = bytesRead > body.bytes ? 0 : body.idleMs + bounds.tickMs;
    body.bytes = bytesRead;
    const boughtMs = ((bytesRead - body.before) / bounds.bytesPerSecond) * 1000;
    if (body.idleMs < longestIdleMs && body.waitedMs < bounds.startMs + boughtMs) return;
    bodies.delete(request);
    if (body.response.headersSent) request.socket.destroy();
    else refuseUnreadable(TIMEOUT, request.socket);
  };
  const ticks = setInterval(() => {
    for (const [request, body] of bodies) look(request, body);
  }, bounds.tickMs).unref();

  return {
    follow(request, response, isInvited) {
      const { bytesRead } = request.socket;
      const isLast = !response.shouldKeepAlive;
      const progress = { before: bytesRead, bytes: bytesRead, waitedMs: 0, idleMs: 0 };
      bodies.set(request, { response, ...progress, isInvited, isLast });
      // Whoever was not invited may never send: the connection is of no further use.
      if (!isInvited) response.shouldKeepAlive = false;
      response.once('finish', () => {
        // An answer may leave before the bytes behind the head, which arrived with it, have been looked at.
        if (!request.complete) setImmediate(dropping.drop, request, isLast);
      });
      response.once('close', () => bodies.delete(request));
    },
    invite(request) {
      const body = bodies.get(request);
      if (!body || body.isInvited) return;
      body.isInvited = true;
      body.response.shouldKeepAlive = !body.isLast;
      body.response.writeContinue();
    },
    answerEarly(request) {
      const body = bodies.get(request);
      if (body?.isInvited && !request.complete) body.response.shouldKeepAlive = true;
    },
    hurry() {
      longestIdleMs = Math.min(bounds.hurriedIdleMs, bounds.idleMs);
    },
    close() {
      clearInterval(ticks);
    },
  };
}
