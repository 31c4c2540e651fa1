import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, UserContext, VisitorContext } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/open.ts';
import { askerOf, refuseCrossSite } from '#server/infra/http/asker.ts';
import { invalidBody } from '#server/infra/http/errors.ts';
import { subscriberOf } from '#server/infra/http/rate-limit.ts';
import { findSession, SESSION_COOKIE } from '#server/infra/http/session.ts';
import {
  type Endpoint,
  isFile,
  isMultipart,
  type MultipartBody,
  type Page,
  type ParsedInput,
  type Returned,
} from '#shared/api.ts';
import { JSON_BYTES_MAX, SESSION_DAYS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { z } from '#shared/zod.ts';

/** Binds rows of the contract to verbs: who may, parse, do, parse the answer. */

/** A reply that is a file; `type` defaults to the row's. */
export interface FileBody {
  body: string | Buffer | Readable;
  type?: string;
  headers?: Record<string, string>;
}

/** What a verb receives: the parsed parts, and for multipart rows the one file. */
export type Input<Row> = Omit<ParsedInput<Row>, 'body'> & {
  body: Row extends { body: MultipartBody } ? MultipartFile : ParsedInput<Row>['body'];
};

type ContextOf<Row> = Row extends { who: 'anyone' } ? VisitorContext : UserContext;
type Verb<Row> = (
  ctx: ContextOf<Row>,
  input: Input<Row>,
) => Promise<Row extends { returns: z.ZodType } ? Returned<Row> : FileBody>;

/** Serves one row with one verb. */
export function serve<const Row extends Endpoint>(
  server: FastifyInstance,
  app: App,
  row: Row,
  verb: Verb<Row>,
): void {
  server.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: row.bodyLimit ?? JSON_BYTES_MAX,
    // A HEAD must not count as a view.
    exposeHeadRoute: row.method === 'GET' && row.limit !== 'view',
    handler: async (request, reply) => {
      refuseCrossSite(request, app.config);
      const ctx = await contextOf(app, request, reply);
      await admit(row, ctx);
      const input = await inputOf(row, request);
      // The verb's own types stand in `Verb<Row>`; here they are the row's, whatever the row.
      const run = verb as (ctx: VisitorContext, input: unknown) => Promise<unknown>;
      const result = await onceMoreIfAway(row, () => run(ctx, input));
      return send(row, request, reply, result);
    },
  });
}

/** A read that met a restarting database is repeated once; a write never, since it may have happened. */
async function onceMoreIfAway(row: Endpoint, run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (row.method !== 'GET' || !isDatabaseAway(error)) throw error;
    return run();
  }
}

async function admit(row: Endpoint, ctx: VisitorContext): Promise<void> {
  if (row.limit) await ctx.limits.take(row.limit, subscriberOf(ctx.asker.address));
  if (row.who === 'anyone') return;
  if (!ctx.user) throw new AppError('signed_out', 'Please sign in first.');
  if (row.who === 'admin' && !ctx.user.isAdmin) {
    throw new AppError('forbidden', 'Only administrators may do this.');
  }
}

/** The context of a request: its session's user, if any, and where it comes from. */
export async function contextOf(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<VisitorContext> {
  const token = parseCookie(request.headers.cookie ?? '')[SESSION_COOKIE];
  const isLook = request.method === 'GET' && !(token && request.url.startsWith('/api/'));
  const db = isLook ? app.readDb : app.db;
  const isHttps = request.protocol === 'https' || app.config.publicUrl?.startsWith('https:') === true;
  const set = (next: string | null) => {
    const cookie = stringifySetCookie({
      name: SESSION_COOKIE,
      value: next ?? '',
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      maxAge: next === null ? 0 : SESSION_DAYS * 24 * 60 * 60,
    });
    // Fastify would add a second one: a sign-in must not answer the renewed cookie of the session it ends.
    reply.removeHeader('set-cookie').header('set-cookie', cookie);
  };
  const found = token ? await findSession({ ...app, db }, token) : null;
  if (token && found?.isRenewed) set(token);
  return {
    ...app,
    db,
    asker: askerOf(request, app.config),
    user: found?.user ?? null,
    session: { token, set },
  };
}

async function inputOf(row: Endpoint, request: FastifyRequest): Promise<unknown> {
  return {
    params: parse(
      row.params,
      request.params,
      () => new AppError('not_found', 'There is nothing at this address.'),
    ),
    query: parse(row.query, request.query, (error) => {
      const [issue] = error.issues;
      return new AppError('bad_request', `${issue?.path.join('.')}: ${issue?.message}`);
    }),
    body: isMultipart(row.body) ? await fileOf(request) : parse(row.body, request.body, invalidBody),
  };
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  refusal: (error: z.ZodError) => AppError,
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw refusal(result.error);
  return result.data;
}

/** A form that breaks off, or is none: its parser throws plain errors. */
export const endedEarly = () => new AppError('bad_request', 'The upload ended early. Please try again.');

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_type', 'Please send the file as multipart/form-data.');
  }
  const part = await request.file().catch((error: unknown) => {
    throw error instanceof Error && 'statusCode' in error ? error : endedEarly();
  });
  if (!part) throw new AppError('bad_request', 'Please choose a file to upload.');
  return part;
}

function send(row: Endpoint, request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  if (isFile(row.returns)) {
    const file = result as FileBody;
    reply
      .type(file.type ?? row.returns.file)
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...file.headers });
    return reply.send(file.body);
  }
  const body = JSON.stringify(row.returns.parse(row.paged ? pageOf(request, reply, result) : result));
  return reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(body);
}

/** The rows of a page; where the list goes on stands in the `Link` header (RFC 8288), with all else that was asked for. */
function pageOf(request: FastifyRequest, reply: FastifyReply, result: unknown): unknown[] {
  const { rows, next } = result as Page<unknown>;
  if (next !== null) {
    const [path = '', search] = request.url.split('?');
    const query = new URLSearchParams(search);
    query.set('cursor', next);
    reply.header('link', `<${path}?${query}>; rel="next"`);
  }
  return rows;
}
