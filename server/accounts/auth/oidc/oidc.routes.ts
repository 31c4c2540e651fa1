import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finishProviderSignIn, isAnswerTo } from '#server/accounts/auth/oidc/finish-sign-in.ts';
import {
  type Flow,
  flowValue,
  linkTicket,
  startFlow,
  waitingValue,
} from '#server/accounts/auth/oidc/flow.ts';
import { classifyProblem, noteProblem, signInPage, withQuery } from '#server/accounts/auth/oidc/problem.ts';
import { cleanName, postedName } from '#server/accounts/auth/oidc/profile.ts';
import { readValue, signValue } from '#server/accounts/auth/oidc/signed-value.ts';
import type { OidcProvider } from '#server/config/oidc-settings.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { type Admission, buildContext } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readForm } from '#server/infra/http/body/read-body.ts';
import type { SignInProblem } from '#shared/accounts/sign-in-problems.ts';
import { destinationAfter, screens } from '#shared/contract/screens.ts';

/**
 * The way to a provider and back. Both ends are addresses that browsers open, so that the buttons are plain links: a
 * form could not leave for another site under our content security policy.
 */

const START: Admission = { who: 'anyone', limit: 'signIn', bodyLimit: 0, answersOverLimit: true };
/** Codes and states are short; Microsoft's take up to 2 KB. */
const FORM: Admission = { who: 'anyone', bodyLimit: 8 * 1024, isFromAnywhere: true };
/** The parameters that a form carries on to the address it leads to. */
const CARRIED = ['code', 'state', 'iss', 'error'];
const NEXT_MAX = 500;

type Named = FastifyRequest<{ Params: { name: string }; Querystring: Record<string, unknown> }>;
type Handle = (ctx: VisitorContext, provider: OidcProvider, request: Named) => Promise<string>;

export function oidcRoutes(server: FastifyInstance, app: AppContext): void {
  /** Answers with the address to go to; 404 for a provider that is not configured. */
  const redirect = (handle: Handle) => async (request: Named, reply: FastifyReply) => {
    const provider = app.oidc.find(request.params.name);
    if (!provider) return reply.callNotFound();
    const ctx = { ...(await buildContext(app, request, reply)), db: app.db };
    const address = await handle(ctx, provider, request);
    // The address may hold a code, which is nobody else's business.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(address, 303);
  };
  server.get(
    '/auth/oidc/:name',
    { config: { admission: START }, exposeHeadRoute: false },
    redirect(leaveForProvider),
  );
  server.get('/auth/oidc/:name/callback', { exposeHeadRoute: false }, redirect(comeBack));
  server.register(async (scope) => {
    leaveBodyUnread(scope, 'application/x-www-form-urlencoded');
    scope.post('/auth/oidc/:name/callback', { config: { admission: FORM } }, redirect(carryForm));
  });
}

/** Sends the browser to a provider. */
async function leaveForProvider(
  ctx: VisitorContext,
  provider: OidcProvider,
  request: Named,
): Promise<string> {
  const purpose = choosePurpose(ctx, provider, request);
  const fail = (problem: SignInProblem) =>
    purpose.intent === 'sign_in'
      ? signInPage(provider, problem, purpose.next)
      : withQuery(purpose.next ?? screens.dashboard, { problem, with: provider.name });
  if (request.overLimit) return fail('too_many');
  const flow = startFlow(ctx, provider, purpose);
  try {
    const address = await ctx.oidc.addressFor(provider, flow, flow.intent === 'confirm');
    ctx.cookies.set('provider', signValue(ctx, flowValue, flow), flowValue.validMs);
    return address.href;
  } catch (error) {
    noteProblem(ctx, provider, error);
    return fail(classifyProblem(error));
  }
}

/** A session is linked or confirmed only from our own pages; anybody may send a browser to sign in. */
function choosePurpose(
  ctx: VisitorContext,
  provider: OidcProvider,
  { query, headers }: Named,
): Pick<Flow, 'intent' | 'userId' | 'next'> {
  const { next: wanted, ticket, confirm } = query;
  const path = typeof wanted === 'string' ? destinationAfter(wanted.slice(0, NEXT_MAX), '') : '';
  const next = path || null;
  const site = headers['sec-fetch-site'];
  const isFromUs = site === undefined || site === 'same-origin' || site === 'none';
  if (!ctx.user || !isFromUs) return { intent: 'sign_in', userId: null, next };
  const userId = ctx.user.id;
  const allowed = readValue(ctx, linkTicket, typeof ticket === 'string' ? ticket : undefined);
  if (allowed?.provider === provider.name && allowed.userId === userId)
    return { intent: 'link', userId, next };
  if (confirm !== undefined) return { intent: 'confirm', userId, next };
  return { intent: 'sign_in', userId: null, next };
}

/** Takes the browser back from a provider. */
async function comeBack(ctx: VisitorContext, provider: OidcProvider, request: Named): Promise<string> {
  const flow = readValue(ctx, flowValue, ctx.cookies.get('provider'));
  const query = new URLSearchParams(request.url.split('?')[1]);
  const answer = { query, givenName: cleanName(query.get('name')) };
  // Whatever else arrives here must not end the visit that the browser waits for.
  if (isAnswerTo(flow, provider, answer)) ctx.cookies.set('provider', null);
  const { path, waiting } = await finishProviderSignIn(ctx, provider, flow, answer);
  if (waiting) ctx.cookies.set('waiting', signValue(ctx, waitingValue, waiting), waitingValue.validMs);
  return path;
}

/**
 * Apple answers by a form of its own site, with which browsers send none of our cookies. Nothing is done with it but to
 * open the same address by GET, which they do send them with.
 */
async function carryForm(_ctx: VisitorContext, { name }: OidcProvider, request: Named): Promise<string> {
  const form = await readForm(request.raw, FORM.bodyLimit);
  const carried = new URLSearchParams();
  for (const field of CARRIED) if (form[field] !== undefined) carried.set(field, form[field]);
  const givenName = postedName(form.user);
  if (givenName) carried.set('name', givenName);
  return `/auth/oidc/${name}/callback?${carried}`;
}
