import { CARD_BYTES_MAX, JSON_BYTES_MAX, VIDEO_BYTES_MAX } from './constants.ts';
import { z } from './zod.ts';

/** Who may call an endpoint. `user` means signed in; the handler checks ownership. */
export type Who = 'anyone' | 'user' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The named rate limits; their values are in `server/infra/http/limits/limits.ts`. */
export type LimitName =
  | 'signIn'
  | 'challenge'
  | 'register'
  | 'recovery'
  | 'privatePage'
  | 'mailedPage'
  | 'exchange'
  | 'upload'
  | 'list'
  | 'drawing'
  | 'accountWrite'
  | 'cardWrite'
  | 'draftWrite'
  | 'contactWrite'
  | 'followUps'
  | 'paperCard'
  | 'pushDevice'
  | 'import'
  | 'nameCheck'
  | 'view'
  | 'export'
  | 'billing'
  | 'print'
  | 'webhook'
  | 'passService'
  | 'passRegistration'
  | 'passLog';

/** A reply that is not JSON, by its media type. */
export interface FileReply {
  readonly file: string;
}

/** Marks an endpoint whose reply is a file of this media type instead of JSON. */
export const file = (type: string): FileReply => ({ file: type });

/** A body that is `multipart/form-data` with one part named `file`, streamed to the handler. */
export interface MultipartBody {
  readonly multipart: true;
}

export const multipart: MultipartBody = { multipart: true };

/** One endpoint of the API. `path` is written as the specification writes it: `/api/cards/{id}`. */
export interface Endpoint {
  method: Method;
  path: string;
  summary: string;
  who: Who;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType | MultipartBody;
  /** The largest file of a multipart body, in bytes; that of a video if left out. */
  bytesMax?: number;
  returns: z.ZodType | FileReply;
  /** A GET that does something, such as counting a view: it answers no HEAD. */
  hasEffect?: true;
  /** The reply is streamed; `returns` describes it, and the handler that writes it parses it piece by piece. */
  isStreamed?: boolean;
  /**
   * The body may contain files as inline `data:` values, up to `CARD_BYTES_MAX` in all; any other JSON is at most
   * `JSON_BYTES_MAX`.
   */
  inlineMedia?: boolean;
  limit?: LimitName;
  /**
   * Where the call names the team for which it is made: in the `{id}` of its path, or in `?account=`, without which it is
   * made for the caller's own account. Whoever is not in the team gets 404.
   */
  account?: 'path' | 'query';
  /** With `?account=all`, a list has what the caller has and what they see of each team they are in. */
  isAcrossAccounts?: true;
  /** Also open for a team that waits to be deleted for good. */
  whileDeleted?: true;
  /** Also open to an account, or for a team, that an administrator has suspended. For such a team, all reads are. */
  whileSuspended?: true;
  /** A GET that counts as an act of an administrator, as for `ADMIN_TWO_STEP`. */
  isAct?: true;
  /** Screens repeat this call by themselves, so it does not count as use of a session with an idle limit. */
  isRepeated?: true;
  /** A paged list: its query extends `pageQuery`, and the handler returns a `Page`. */
  paged?: true;
}

/** Also the query of a call with `account: 'query'`. */
const accountQuery = z.object({
  account: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Id of a team; without it, your own. Some lists take `all`.' }),
});
type AccountQuery = typeof accountQuery.shape;

/** A page of a list as a handler returns it: rows, and the cursor of the next page, or null at the end. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** An endpoint's definition, with the query by which its calls name a team. */
type WithAccount<Definition> = Definition extends { account: 'query' }
  ? Omit<Definition, 'query'> & {
      query: z.ZodObject<
        Definition extends { query: z.ZodObject<infer Shape> } ? Shape & AccountQuery : AccountQuery
      >;
    }
  : Definition;

/** Declares one endpoint of the API; each exists once, is implemented by the server and called by the app. */
export function endpoint<
  const Definition extends Omit<Endpoint, 'method' | 'path'>,
  const M extends Method,
  const P extends string,
>(method: M, path: P, definition: Definition): WithAccount<Definition> & { method: M; path: P } {
  const { query = z.object({}) } = definition;
  const named = definition.account === 'query' && query instanceof z.ZodObject;
  const declared = named ? { ...definition, query: query.extend(accountQuery.shape) } : definition;
  return { method, path, ...(declared as WithAccount<Definition>) };
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : T extends MultipartBody ? FormData : undefined;

/** A handler's input, once the endpoint's schemas have parsed the request. */
export interface ParsedInput<Definition> {
  params: Definition extends { params: infer P } ? Parsed<P> : undefined;
  query: Definition extends { query: infer Q } ? Parsed<Q> : undefined;
  body: Definition extends { body: infer B } ? Parsed<B> : undefined;
}

/** A caller's input; parts that the endpoint does not have are left out. */
export type SentInput<Definition> = (Definition extends { params: infer P } ? { params: Sent<P> } : unknown) &
  (Definition extends { query: infer Q } ? { query?: Sent<Q> } : unknown) &
  (Definition extends { body: infer B } ? { body: Sent<B> } : unknown);

/** The caller's result: parsed JSON, or text for a file. */
export type Reply<Definition> = Definition extends { returns: infer R }
  ? R extends z.ZodType
    ? z.output<R>
    : string
  : never;

/** A handler's result, before `returns` has parsed it. */
export type Returned<Definition> = Definition extends { returns: infer R }
  ? R extends z.ZodType
    ? Definition extends { paged: true }
      ? z.input<R> extends (infer One)[]
        ? Page<One>
        : never
      : z.input<R>
    : never
  : never;

export function isFile(returns: Endpoint['returns']): returns is FileReply {
  return 'file' in returns;
}

export function isMultipart(body: Endpoint['body']): body is MultipartBody {
  return body !== undefined && 'multipart' in body;
}

/** The largest body of an endpoint, in bytes. A form is its one file plus the surrounding multipart data. */
export function computeBodyLimit({ body, bytesMax = VIDEO_BYTES_MAX, inlineMedia }: Endpoint): number {
  if (isMultipart(body)) return bytesMax + 64 * 1024;
  return inlineMedia ? CARD_BYTES_MAX : JSON_BYTES_MAX;
}
