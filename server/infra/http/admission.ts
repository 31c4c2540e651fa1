import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR } from '#server/access/actor.ts';
import { announcedLength, bodyTooLarge } from '#server/infra/http/body/read-body.ts';
import { browserOf } from '#server/infra/http/browser-cookie.ts';
import { openCookies } from '#server/infra/http/cookies.ts';
import { takeCredential } from '#server/infra/http/credentials/credentials.ts';
import { hasSessionCookie, openSessionCookie } from '#server/infra/http/credentials/session-cookie.ts';
import { headCosts, isPerUser } from '#server/infra/http/limits/rate-limit.ts';
import { nothingHere } from '#server/infra/http/refusals.ts';
import type {
  AccountWithRole,
  HttpContext,
  RequestContext,
  SignedInContext,
} from '#server/infra/http/request-context.ts';
import { readRequester, refuseCrossSite } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { Endpoint, LimitName, Who } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Identifies the requester and checks permission and rate limits for every route in one hook, before a byte of the body
 * is read. A route that takes a body but does not declare who may call it prevents the server from starting
 * (docs/decisions/070).
 */

/** A route's declaration in `config.admission`. */
export interface Admission {
  /** `signed`: the sender is verified by a signature over the body, which no browser can make. */
  who: Who | 'signed';
  limit?: LimitName | undefined;
  /** Where the call names the team for which it is made. */
  account?: Endpoint['account'];
  /** It may also be made for all accounts of the caller. */
  isAcrossAccounts?: Endpoint['isAcrossAccounts'];
  /** Also open for a team that waits to be deleted. */
  whileDeleted?: Endpoint['whileDeleted'];
  /**
   * The route itself handles an exceeded limit (`request.overLimit`): a plain form is shown again with what was typed.
   */
  answersOverLimit?: boolean;
  /** Also open to a suspended account, and to the owner of a suspended team. */
  whileSuspended?: boolean;
  /** A GET that counts as an act of an administrator. */
  isAct?: boolean;
  /** Screens repeat the call by themselves: it does not count as use of a session with an idle limit. */
  isRepeated?: boolean;
  /**
   * Pages of other sites may send it: it changes nothing here, or what allows it is in its path, and browsers send no
   * cookies with it.
   */
  isFromAnywhere?: boolean;
  /** Largest body in bytes. */
  bodyLimit: number;
  /**
   * Refuses what is sure to fail whatever the body says; `params` are unparsed. Declared as a method so that a check
   * may require everything that its app's context has.
   */
  check?(ctx: HttpContext & SignedInContext, params: unknown): Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    admission?: Admission;
  }
  interface FastifyRequest {
    /** Set once the request is admitted, or once a page needs it. */
    visitor: (HttpContext & RequestContext) | null;
    /** Set with it; null if the request carries none. */
    credential: ReturnType<typeof takeCredential>;
    /** The refusal that a route with `answersOverLimit` has to report. */
    overLimit: AppError | null;
  }
}

const isRead = (method: string | string[]) => [method].flat().every((one) => one === 'GET' || one === 'HEAD');

const endedElsewhere = () =>
  new AppError(
    'signed_out',
    'You were signed out from another device, by an account change, or after inactivity. Please sign in again.',
  );

/** Who may call what, decided by features; see `server/app.ts`. */
export interface Guards {
  /** Returns the user of a call that requires one, and for whom they act, or throws. */
  requireUser(
    caller: Pick<RequestContext, 'user' | 'account' | 'role' | 'scope'>,
    call: { who: Exclude<Who, 'anyone'>; whileSuspended: boolean },
  ): Pick<SignedInContext, 'user' | 'account' | 'role'>;
  /**
   * A team and the user's part in it, or null for their own account; throws 404 if they are not in it, 409 if it is
   * deleted, and 403 if it is suspended and the call may change something.
   */
  findAccount(
    ctx: HttpContext,
    user: SignedInContext['user'],
    id: string,
    call: Pick<Admission, 'account' | 'whileDeleted' | 'whileSuspended'>,
  ): Promise<Pick<SignedInContext, 'account' | 'role'> | null>;
  /** The teams that the user is in, with their part in each. */
  findTeams(ctx: HttpContext, user: SignedInContext['user']): Promise<AccountWithRole[]>;
  /** Throws for administrators who may look but not act in this session. */
  requireToAct(sessionToken: string | undefined): Promise<void>;
}

/** Installs the hook for all routes registered after this call. */
export function admitEveryRequest(server: FastifyInstance, app: HttpContext, guards: Guards): void {
  server.decorateRequest('visitor', null);
  server.decorateRequest('credential', null);
  server.decorateRequest('overLimit', null);
  server.addHook('onRoute', ({ method, url, config }) => {
    if (isRead(method) || config?.admission) return;
    throw new Error(`${method} ${url} does not say who may call it.`);
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.is404 && !isRead(request.method)) throw nothingHere();
    const { admission } = request.routeOptions.config;
    if (!admission) return;
    await admitRequest(app, guards, admission, request, reply).catch((error: unknown) => {
      noteRefusal(app, admission, request, error);
      throw error;
    });
    if (announcedLength(request.raw) > admission.bodyLimit) throw bodyTooLarge(admission.bodyLimit);
  });
}

async function admitRequest(
  app: HttpContext,
  guards: Guards,
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { who, limit, account, check, answersOverLimit, isFromAnywhere } = admission;
  const { whileSuspended = false, isAct = false } = admission;
  request.credential = takeCredential(app, request);
  const isByBrowser = request.credential?.credential.usesCookies ?? true;
  if (who !== 'signed' && !isFromAnywhere && isByBrowser) refuseCrossSite(request, app.config);
  if (limit && !isPerUser(limit)) {
    const key = chooseLimitKey(app, limit, request, reply);
    await takePoint(app, limit, key, request).catch((refusal: unknown) => {
      if (!answersOverLimit || !(refusal instanceof AppError)) throw refusal;
      request.overLimit = refusal;
    });
  }
  if (who === 'signed') return;
  const own = await buildContext(app, request, reply);
  const ctx = account ? await actForTeam(guards, own, request, admission) : own;
  if (who === 'anyone') return;
  // Browsers drop the cookie of a session whose time is over: one that they still send was ended elsewhere.
  if (!ctx.user && hasSessionCookie(request)) throw endedElsewhere();
  const signedIn = guards.requireUser(ctx, { who, whileSuspended });
  if (who === 'admin' && (isAct || !isRead(request.method))) await guards.requireToAct(ctx.session.token);
  if (limit && isPerUser(limit)) await takePoint(app, limit, signedIn.user.id, request);
  await check?.(Object.assign({}, ctx, signedIn), request.params);
}

const ONE_ACCOUNT = 'account: Please name one account. This can’t be done for all of them at once.';

/** The context of a call for the team that it names. Only a session acts for teams. */
async function actForTeam(
  guards: Guards,
  ctx: HttpContext & RequestContext,
  request: FastifyRequest,
  call: Admission,
): Promise<HttpContext & RequestContext> {
  const { user } = ctx;
  const { id } = request.params as { id?: string };
  const { account = undefined } =
    call.account === 'path' ? { account: id } : (request.query as { account?: unknown });
  if (!user || account === undefined) return ctx;
  if (typeof account !== 'string') throw new AppError('bad_request', ONE_ACCOUNT);
  if (call.account === 'query' && account === 'all') {
    if (!call.isAcrossAccounts) throw new AppError('bad_request', ONE_ACCOUNT);
    request.visitor = Object.assign({}, ctx, { teams: await guards.findTeams(ctx, user) });
    return request.visitor;
  }
  const whileSuspended = call.whileSuspended || isRead(request.method);
  const found = await guards.findAccount(ctx, user, account, { ...call, whileSuspended });
  if (found) request.visitor = Object.assign({}, ctx, found);
  return request.visitor ?? ctx;
}

/** HEAD checks whether the GET would pass but costs no point, so a file saved after such a check counts once. */
async function takePoint({ limits }: HttpContext, limit: LimitName, key: string, { method }: FastifyRequest) {
  await limits.take(limit, key);
  if (method === 'HEAD' && !headCosts(limit)) await limits.giveBack(limit, key);
}

/** Limits count by address, but strangers on a shared address must not lock out a browser that has signed in before. */
function chooseLimitKey(
  app: HttpContext,
  limit: LimitName,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const known = limit === 'signIn' ? browserOf(app, request, reply).known : null;
  return known ? `browser ${known.id}` : subscriberOf(readRequester(request, app.config).address);
}

/** Logs refusals that concern accounts: a call without a session is no event; one with an expired session is. */
function noteRefusal(app: HttpContext, { limit }: Admission, request: FastifyRequest, error: unknown): void {
  if (!(error instanceof AppError)) return;
  const isEvent = {
    forbidden: true,
    signed_out: hasSessionCookie(request) || request.credential !== null,
    too_many_requests: limit === 'signIn' || limit === 'register',
  };
  if (!isEvent[error.code as keyof typeof isEvent]) return;
  const reason = `${error.code}: ${request.method} ${request.routeOptions.url}`;
  app.events.note(readRequester(request, app.config), 'access_refused', {
    userId: request.visitor?.user?.id,
    reason,
  });
}

/** The context of a request, made once: the session's user, if any, and the requester. */
export async function buildContext<App extends HttpContext>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<App & RequestContext> {
  request.visitor ??= await findVisitor(app, request, reply);
  // Each process has one app, and the context was made with its fields.
  return request.visitor as App & RequestContext;
}

function watchGone({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (raw.destroyed || socket.destroyed) leave();
  // A response that waits behind another on its connection never hears that the connection closed.
  socket.once('close', leave);
  raw.once('close', () => {
    socket.off('close', leave);
    if (!raw.writableFinished) leave();
  });
  return gone.signal;
}

async function findVisitor<App extends HttpContext>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<App & RequestContext> {
  // Pages of visitors are not admitted first.
  const carried = request.credential ?? takeCredential(app, request);
  const token = carried?.credential.usesCookies ? carried.value : undefined;
  const session = openSessionCookie(request, reply, app.config, token);
  const isLook = request.method === 'GET' && !(carried && request.url.startsWith('/api/'));
  const isRepeated = request.routeOptions.config.admission?.isRepeated === true;
  const signedInDb = isLook ? app.readDb : app.signedInDb;
  const found = carried && (await carried.credential.identify(signedInDb, carried.value, isRepeated));
  if (token && found?.isRenewed) session.set(token);
  // Not `{ ...app, requester, … }`: adding properties to a spread takes 20 times as long (docs/decisions/392).
  return {
    requester: readRequester(request, app.config),
    whenGone: () => watchGone(request, reply),
    user: found?.user ?? null,
    account: found?.account ?? null,
    actor: found?.actor ?? VISITOR,
    role: found?.role ?? null,
    scope: found?.scope ?? 'everything',
    session,
    browser: browserOf(app, request, reply),
    cookies: openCookies(request, reply, app.config),
    ...app,
    db: found || isLook ? signedInDb : app.visitorDb,
  };
}
