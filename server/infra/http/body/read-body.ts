import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requestEndedEarly } from '#server/infra/http/refusals.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Reads bodies that fit into memory. Never with `for await`: leaving it early closes the connection before the client
 * sees the refusal.
 */

/** Accepts bodies of this type and leaves them unread for the handler, which calls `readBody`. */
export function leaveBodyUnread(server: FastifyInstance, type: string): void {
  server.addContentTypeParser(type, (_request, _body, done) => done(null));
}

const FIRST_BYTES = 16 * 1024;

/** The bytes announced by Content-Length; 0 without it, as in a chunked body. */
export function announcedLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/** A 413 that states the largest size allowed. */
export function bodyTooLarge(limit: number): AppError {
  const size =
    limit >= 1024 * 1024 ? `${Math.floor(limit / 1024 / 1024)} MB` : `${Math.floor(limit / 1024)} KB`;
  return new AppError('too_large', `That’s too large. Please send at most ${size}.`);
}

/** A plain form: the last value of each field. */
export async function readForm(request: IncomingMessage, limit: number): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams((await readBody(request, limit)).toString('utf8')));
}

/**
 * Reads the whole body, at most `limit` bytes. Throws 413 for more and leaves the rest unread; throws 400 for a body
 * that breaks off. Copies it into one buffer as it arrives, so that thousands of tiny chunks take no more memory than
 * one.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = announcedLength(request);
  if (announced > limit) return Promise.reject(bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(announced || Math.min(FIRST_BYTES, limit));
    let length = 0;
    let isRefused = false;
    const take = (chunk: Buffer) => {
      if (isRefused) return;
      if (length + chunk.length > limit) {
        isRefused = true;
        bytes = Buffer.alloc(0);
        request.pause();
        return reject(bodyTooLarge(limit));
      }
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(bytes.length * 2, length + chunk.length)));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      chunk.copy(bytes, length);
      length += chunk.length;
    };
    const finish = () => resolve(length === bytes.length ? bytes : bytes.subarray(0, length));
    // A body that has arrived closes, too.
    const breakOff = () => {
      if (!request.readableEnded) reject(requestEndedEarly());
    };
    if (request.destroyed) return breakOff();
    request.on('data', take).on('end', finish).on('close', breakOff).resume();
  });
}
