import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseUnreadable } from '#server/infra/http/errors.ts';

/**
 * Bodies in transit: how long one may take, and what happens to one that is not wanted. Only time spent waiting for the
 * sender counts, never time the sender spends waiting for us.
 */

export interface BodyBounds {
  /** How often progress is checked. */
  tickMs: number;
  /** Longest pause in a body. */
  idleMs: number;
  /** The idle limit during shutdown. */
  hurriedIdleMs: number;
  /** How long any body may take, and how many bytes earn one more second. */
  startMs: number;
  bytesPerSecond: number;
  /**
   * A refused body is read and discarded so that the client sees the response: limits on time, bytes and number at
   * once.
   */
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
  /** Bytes that the connection had received before this body; and of this body, at the last check. */
  before: number;
  bytes: number;
  waitedMs: number;
  idleMs: number;
  /** False while the sender waits for "100 Continue" (RFC 9110, section 10.1.1). */
  isInvited: boolean;
  /** The connection closes after this response. */
  isLast: boolean;
}

export interface ArrivingBodies {
  /** Tracks a request's body from its head on; `isInvited` is false when the sender waits for "100 Continue". */
  follow(request: IncomingMessage, response: ServerResponse, isInvited: boolean): void;
  /** Tells a waiting sender that the body will be read. */
  invite(request: IncomingMessage): void;
  /** Keeps the connection open briefly when a response is about to leave before the body has arrived. */
  answerEarly(request: IncomingMessage): void;
  /** From now on, bodies that stall for a second are cut off. */
  hurry(): void;
  close(): void;
}

/** Bodies that are not wanted: read for a moment and discarded, so that the client sees the response. */
function createDropping(bounds: BodyBounds) {
  const dropping = new Set<IncomingMessage>();
  return {
    has: (request: IncomingMessage) => dropping.has(request),
    /** `isLast`: the connection closes after this response. */
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

/** Repeats `work` from `start` until it says that nothing is left, or until `stop`. */
function tickWhile(work: () => boolean, ms: number) {
  let ticks: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(ticks);
    ticks = undefined;
  };
  const tick = () => {
    if (!work()) stop();
  };
  return {
    start(): void {
      ticks ??= setInterval(tick, ms).unref();
    },
    stop,
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
  const ticks = tickWhile(() => {
    for (const [request, body] of bodies) look(request, body);
    return bodies.size > 0;
  }, bounds.tickMs);

  return {
    follow(request, response, isInvited) {
      const { bytesRead } = request.socket;
      const isLast = !response.shouldKeepAlive;
      const progress = { before: bytesRead, bytes: bytesRead, waitedMs: 0, idleMs: 0 };
      bodies.set(request, { response, ...progress, isInvited, isLast });
      ticks.start();
      // A sender that was not invited may never send the body, so the connection is of no further use.
      if (!isInvited) response.shouldKeepAlive = false;
      // `on` is for once: a response closes once, and `once` would take half of what this does.
      response.on('close', () => {
        bodies.delete(request);
        // A response may leave before the bytes that arrived together with the head have been processed.
        if (response.writableFinished && !request.complete) setImmediate(dropping.drop, request, isLast);
      });
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
    close: ticks.stop,
  };
}
