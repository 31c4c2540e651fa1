import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Db, isDatabaseAway } from '#server/db/open.ts';
import { readWithin } from '#server/db/read-within.ts';
import { noteWriting, readFromReplica } from '#server/db/replica.ts';
import { buildContext } from '#server/infra/http/admission.ts';
import type { BodyReader, ReadBody } from '#server/infra/http/body/body-reader.ts';
import { readJson } from '#server/infra/http/body/read-json.ts';
import { invalidBody } from '#server/infra/http/errors.ts';
import {
  COMPRESSED_FROM_BYTES,
  compressBytes,
  type PreparedPage,
} from '#server/infra/http/page-cache/prepared-page.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { nothingHere } from '#server/infra/http/refusals.ts';
import {
  type HttpContext,
  isSignedIn,
  type RequestContext,
  type SignedInContext,
} from '#server/infra/http/request-context.ts';
import {
  computeBodyLimit,
  type Endpoint,
  isFile,
  isMultipart,
  type MultipartBody,
  type Page,
  type ParsedInput,
  type Returned,
} from '#shared/contract/api.ts';
import { JSON_BYTES_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** Binds endpoints of the contract to handlers: admit (`admission.ts`), read, parse, handle, parse the response. */

/** A response that is a file; `type` defaults to the endpoint's. */
export interface FileBody {
  body: string | Buffer | Readable;
  type?: string;
  headers?: Record<string, string>;
}

/** A response that is a prepared page; see `page-cache.ts`. */
export interface PageBody {
  page: PreparedPage;
}

/** A handler's input: the parsed parts, and the file for multipart endpoints. */
export type HandlerInput<Definition> = Omit<ParsedInput<Definition>, 'body'> & {
  body: Definition extends { body: MultipartBody } ? MultipartFile : ParsedInput<Definition>['body'];
};

type ContextOf<App, Definition> = App &
  (Definition extends { who: 'anyone' } ? RequestContext : SignedInContext);
type Handler<App, Definition> = (
  ctx: ContextOf<App, Definition>,
  input: HandlerInput<Definition>,
) => Promise<
  Definition extends { isStreamed: true }
    ? FileBody
    : Definition extends { returns: z.ZodType }
      ? Returned<Definition>
      : FileBody | PageBody
>;

/** An endpoint's needs besides its handler. */
interface Binding<App> {
  /** Refuses what is sure to fail before the body is read. */
  check?(ctx: App & SignedInContext, params: unknown): Promise<void>;
  /** Reads the body of an endpoint with `inlineMedia`. */
  readBody?: BodyReader<App>;
  /** More headers for what a handler returned, by lower-case name. */
  headersOf?(result: unknown): Record<string, string>;
}

/** Serves one endpoint with one handler. */
export function serve<App extends HttpContext, const Definition extends Endpoint>(
  server: FastifyInstance,
  app: App,
  endpoint: Definition,
  handler: Handler<App, Definition>,
  { check, readBody = readWhole, headersOf }: Binding<App> = {},
): void {
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: endpoint.method === 'GET' && !endpoint.hasEffect,
    config: {
      admission: {
        who: endpoint.who,
        limit: endpoint.limit,
        account: endpoint.account,
        isAcrossAccounts: endpoint.isAcrossAccounts,
        whileDeleted: endpoint.whileDeleted,
        isRepeated: endpoint.isRepeated === true,
        whileSuspended: endpoint.whileSuspended === true,
        isAct: endpoint.isAct === true,
        bodyLimit: computeBodyLimit(endpoint),
        check,
      },
    },
    handler: async (request, reply) => {
      const ctx = await buildContext(app, request, reply);
      const body = await bodyOf(endpoint, ctx, request, readBody);
      // `Handler<App, Definition>` holds the handler's precise types; here they are those of any endpoint.
      const run = handler as (ctx: App & RequestContext, input: unknown) => Promise<unknown>;
      // Not a copy: copying the whole process context costs as much as parsing a small body.
      const inside = body.context ? { ...ctx, ...body.context } : ctx;
      const leave = await enterList(endpoint, ctx);
      try {
        let result: unknown;
        try {
          const input = readInput(endpoint, request, body.content);
          result = await onceMoreIfAway(endpoint, () => runInside(endpoint, inside, (at) => run(at, input)));
        } finally {
          // Whatever becomes of it: what fails after its commit has written, too.
          if (ctx.user && !isRead(endpoint)) noteWriting(ctx, ctx.user.id);
          // Before the response leaves, so that the client's next request does not run into what this one still holds.
          await body.release();
        }
        if (headersOf) reply.headers(headersOf(result));
        return await sendResult(endpoint, ctx, request, reply, result);
      } finally {
        leave();
      }
    },
  });
}

/** Waits for a place if this reads an owner's list: few at a time of each account, so that others find connections. */
async function enterList(endpoint: Endpoint, { listReads, user }: HttpContext & RequestContext) {
  return endpoint.limit === 'list' && user ? listReads.enter(user.id) : () => {};
}

/** True if it changes nothing. */
const isRead = ({ method, hasEffect }: Endpoint): boolean => method === 'GET' && !hasEffect;

/** Runs a handler; an owner's lists and figures are read where they delay no one, and pages of lists not for long. */
async function runInside<Ctx extends HttpContext & RequestContext>(
  endpoint: Endpoint,
  ctx: Ctx,
  run: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  if (endpoint.limit !== 'list' || !isRead(endpoint)) return run(ctx);
  const runOn = (db: Db) => run(db === ctx.db ? ctx : { ...ctx, db });
  return readFromReplica(ctx, (db) => (endpoint.paged ? readWithin(() => runOn(db)) : runOn(db)));
}

/** A read that met a restarting database is repeated once; a write never is, since it may have been committed. */
async function onceMoreIfAway(endpoint: Endpoint, run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!isRead(endpoint) || !isDatabaseAway(error)) throw error;
    return run();
  }
}

function readInput(endpoint: Endpoint, request: FastifyRequest, body: unknown): unknown {
  return {
    params: parsePart(endpoint.params, request.params, nothingHere),
    query: parsePart(endpoint.query, request.query, (error) => {
      const { path = [], message = 'Invalid' } = error.issues[0] ?? {};
      // Without a path, it is a rule about several parameters, in a sentence of its own.
      return new AppError('bad_request', path.length > 0 ? `${path.join('.')}: ${message}` : message);
    }),
    body: isMultipart(endpoint.body) ? body : parsePart(endpoint.body, body, invalidBody),
  };
}

const release = async () => {};

/** The only place that reads a body; by now the request has been admitted. */
async function bodyOf<App>(
  endpoint: Endpoint,
  ctx: App & RequestContext,
  request: FastifyRequest,
  readBody: BodyReader<App>,
): Promise<ReadBody> {
  if (!endpoint.body) return { content: undefined, release };
  if (isMultipart(endpoint.body)) return { content: await readFile(request, endpoint.bytesMax), release };
  if (request.isMultipart()) throw new AppError('unsupported_type', 'Please send the request as JSON.');
  if (!endpoint.inlineMedia || !isSignedIn(ctx))
    return { content: await readJson(request.raw, JSON_BYTES_MAX), release };
  const bounds = { totalBytes: computeBodyLimit(endpoint), jsonBytes: JSON_BYTES_MAX };
  return readBody(ctx, request.raw, bounds);
}

/** Reads a body with inline media as one piece. */
const readWhole: BodyReader<unknown> = async (_ctx, body, { totalBytes }) => ({
  content: await readJson(body, totalBytes),
  release,
});

function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  refusal: (error: z.ZodError) => AppError,
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw refusal(result.error);
  return result.data;
}

/** The error for a form that is malformed or breaks off, for which the multipart parser throws plain errors. */
export const endedEarly = () => new AppError('bad_request', 'The upload ended early. Please try again.');

async function readFile(request: FastifyRequest, bytesMax?: number): Promise<MultipartFile> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_type', 'Please send the file as multipart/form-data.');
  }
  // One byte more shows that the file is too large.
  const limits = bytesMax === undefined ? {} : { limits: { fileSize: bytesMax + 1 } };
  const part = await request.file(limits).catch((error: unknown) => {
    throw error instanceof Error && 'statusCode' in error ? error : endedEarly();
  });
  if (!part) throw new AppError('bad_request', 'Please choose a file to upload.');
  return part;
}

async function sendResult(
  endpoint: Endpoint,
  ctx: HttpContext & RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): Promise<FastifyReply> {
  const { pages } = ctx;
  const type = isFile(endpoint.returns) ? endpoint.returns.file : 'application/json; charset=utf-8';
  if (isFile(endpoint.returns) || endpoint.isStreamed) {
    const file = result as FileBody | PageBody;
    if ('page' in file) return writePage(pages, file.page, request, reply);
    reply
      .type(file.type ?? type)
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...file.headers });
    // Fastify would read the whole file just to send no body.
    if (request.method === 'HEAD' && file.body instanceof Readable) {
      file.body.destroy();
      return reply.send('');
    }
    return reply.send(file.body);
  }
  const body = Buffer.from(
    endpoint.paged
      ? await writeRows(endpoint, endpoint.returns, ctx, linkNextPage(request, reply, result))
      : JSON.stringify(endpoint.returns.parse(result)),
  );
  reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' })
    .type(type);
  const coding = pages.chooseCoding(request.raw);
  if (body.length < COMPRESSED_FROM_BYTES || coding === 'identity') return reply.send(body);
  return reply.header('content-encoding', coding).send(await compressBytes(body, coding));
}

/** Rows parsed and written before other requests have their turn: a few milliseconds. */
const ROWS_AT_ONCE = 50;
/** A row costs about a tenth of a millisecond to read, parse and write. */
const ROWS_A_POINT = 10;

/** The rows of a page as JSON; charged to the account that reads its list. */
async function writeRows(
  { limit }: Endpoint,
  returns: z.ZodType,
  { limits, user }: HttpContext & RequestContext,
  rows: unknown[],
): Promise<string> {
  if (limit === 'list' && user) await limits.charge(limit, user.id, rows.length / ROWS_A_POINT);
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    if (at > 0) await breathe();
    parts.push(JSON.stringify(returns.parse(rows.slice(at, at + ROWS_AT_ONCE))).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}

/** The items of a page; the `Link` header (RFC 8288) says where the list continues, with all other parameters. */
function linkNextPage(request: FastifyRequest, reply: FastifyReply, result: unknown): unknown[] {
  const { rows, next } = result as Page<unknown>;
  if (next !== null) {
    // A second "?" belongs to a value.
    const [path = ''] = request.url.split('?', 1);
    const query = new URLSearchParams(request.url.slice(path.length));
    query.set('cursor', next);
    reply.header('link', `<${path}?${query}>; rel="next"`);
  }
  return rows;
}
