import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isDatabaseAway, isDiskFull, isOutOfTime, isUnwritableText, sqlState } from '#server/db/open.ts';
import { describeError, findCause } from '#server/infra/describe-error.ts';
import { storageFull } from '#server/infra/free-space.ts';
import { requestEndedEarly, unreadable } from '#server/infra/http/refusals.ts';
import { databaseAway } from '#server/infra/read-timeout.ts';
import { AppError, type ErrorCode, type FieldErrors } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** Turns anything thrown into the single shape of an error response. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return databaseAway();
  if (isOutOfTime(error)) {
    return new AppError(
      'unavailable',
      'Goldleaf is too busy for this right now. Please try again in a moment.',
      { retryAfter: 5 },
    );
  }
  if (isDiskFull(error)) {
    return new AppError(
      'unavailable',
      'We’re out of space right now, so nothing was saved. Please try again in a few minutes.',
      { retryAfter: 60 },
    );
  }
  if (isUnwritableText(error)) {
    return new AppError(
      'bad_request',
      'That has a character that can’t be kept. Please take it out and try again.',
    );
  }
  return fromFastify(error);
}

const FASTIFY: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'That’s too large. Please send less.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'That file is too large. Please choose a smaller file.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'Please send the request as JSON.'],
};

function fromFastify(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const { code, statusCode } = error as FastifyError;
  const known = FASTIFY[code];
  if (known) return new AppError(known[0], known[1]);
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return requestEndedEarly();
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null;
  return unreadable();
}

/** The fields of a failed parse: dotted path to its first message. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    fields[path] ??= issue.message;
  }
  return fields;
}

/** A 422 whose message names the first field; `fields` has all of them. */
export function invalidBody(error: z.ZodError): AppError {
  const [issue] = error.issues;
  if (issue && issue.path.length === 0) {
    // A rule about several fields, in a sentence of its own.
    if (issue.code === 'custom') return new AppError('invalid', issue.message);
    return new AppError('bad_request', 'Please send a JSON object with the fields of this call.');
  }
  const place = issue?.path.join('.') ?? '';
  return new AppError('invalid', `${place}: ${issue?.message ?? 'Invalid'}`, { fields: fieldErrors(error) });
}

/** A call as far as its refusal depends on it; `routeOptions.url` is the path of the route. */
type RefusedCall = Pick<FastifyRequest, 'id' | 'method' | 'url'> & { routeOptions: { url?: string } };

/** The refusal for an error; unexpected errors are logged without their parameters. */
export function toRefusal(error: unknown, request: RefusedCall, log: Logger): AppError {
  const isUpload = request.url.startsWith('/api/media');
  const known = isUpload && isDiskFull(error) ? storageFull() : toAppError(error);
  if (known) return known;
  log.error(
    {
      requestId: request.id,
      method: request.method,
      url: request.routeOptions.url,
      ...describeForLog(error),
    },
    'A call failed',
  );
  return new AppError('internal', 'Something went wrong on our end. Please try again.');
}

/** A refusal as it is sent: `{ message, code, fields? }`. */
export function composeRefusal(refusal: AppError) {
  const { status, retryAfter } = refusal;
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(refusal.toBody()),
  };
}

/** Responds to an error. */
export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const { status, headers, body } = composeRefusal(toRefusal(error, request, log));
  return reply.status(status).headers(headers).send(body);
}

/** Responds to unreadable HTTP in the same shape and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          'The headers of that request are too large. Please send less.',
        ]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'That request took too long to arrive. Please try again.']
        : ['400 Bad Request', unreadable().message];
  const body = JSON.stringify({ message, code: 'bad_request' });
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** An error for the log; the first line of a stack is the message again. */
function describeForLog(error: unknown): Record<string, string | undefined> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = findCause(error)
    .stack?.split('\n')
    .filter((line) => line.startsWith('    at '));
  return {
    error: describeError(error).split('\n')[0],
    state: sqlState(error),
    stack: frames?.slice(0, 11).join('\n'),
  };
}
