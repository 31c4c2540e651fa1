import { keepConfirmation } from '#server/accounts/auth/confirm-identity.ts';
import { signInUser } from '#server/accounts/auth/enter.ts';
import { createAccount } from '#server/accounts/auth/oidc/create-account.ts';
import { type Flow, takeFlow, type WaitingIdentity } from '#server/accounts/auth/oidc/flow.ts';
import {
  findAccountOf,
  isLinkedTo,
  linkTo,
  noteUse,
  type ProviderPerson,
} from '#server/accounts/auth/oidc/linked-identities.ts';
import {
  classifyProblem,
  noteProblem,
  SignInRefused,
  signInPage,
  withQuery,
} from '#server/accounts/auth/oidc/problem.ts';
import type { Profile } from '#server/accounts/auth/oidc/profile.ts';
import { CONFIRM_SECONDS, type Identified } from '#server/accounts/auth/oidc/providers.ts';
import type { SignInMethod } from '#server/accounts/auth/two-step/pending-sign-in.ts';
import type { OidcProvider } from '#server/config/oidc-settings.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import { isSignedIn } from '#server/infra/http/request-context.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { destinationAfter, screens } from '#shared/contract/screens.ts';
import { isClaimPath } from '#shared/teams/claim-path.ts';

/** The steps after the browser comes back from a provider. */

const CLOCK_SECONDS = 60;

/** The browser's next page, and the person it remembers until someone signs in. */
export interface Landing {
  path: string;
  waiting?: WaitingIdentity;
}

export interface CallbackAnswer {
  /** The query of the address the provider sent the browser to. */
  query: URLSearchParams;
  /** The name that Apple posted at the first sign-in. */
  givenName: string | null;
}

/** Someone at a provider, and what it says about them. */
interface Visitor {
  provider: OidcProvider;
  identified: Identified;
  person: ProviderPerson;
  givenName: string | null;
}

/** False for another of the browser's visits, and for anything else that a stranger opens. */
export const isAnswerTo = (
  flow: Flow | null,
  provider: OidcProvider,
  { query }: CallbackAnswer,
): flow is Flow => flow !== null && flow.provider === provider.name && query.get('state') === flow.state;

/** Never throws for what a provider, a browser or a stranger sent: every failure lands on a page with a sentence. */
export async function finishProviderSignIn(
  ctx: VisitorContext,
  provider: OidcProvider,
  flow: Flow | null,
  answer: CallbackAnswer,
): Promise<Landing> {
  const { query, givenName } = answer;
  if (!isAnswerTo(flow, provider, answer)) return { path: signInPage(provider, 'expired', null) };
  try {
    if (!(await takeFlow(ctx, flow))) throw new SignInRefused('used');
    const identified = await ctx.oidc.identify(provider, flow, query).catch((error: unknown) => {
      noteProblem(ctx, provider, error);
      throw new SignInRefused(classifyProblem(error), { cause: error });
    });
    const { issuer, subject } = identified;
    const person = { provider: provider.name, issuer, subject, email: null };
    const visitor = { provider, identified, person, givenName };
    if (flow.intent === 'sign_in') return await signIn(ctx, flow, visitor);
    return await actForUser(ctx, flow, visitor);
  } catch (error) {
    const path = error instanceof AppError ? pathAfter(error, provider, flow) : null;
    if (path) return { path };
    if (!(error instanceof SignInRefused)) throw error;
    ctx.events.note(ctx.requester, 'sign_in_refused', { reason: `${provider.name}: ${error.problem}` });
    return { path: problemPage(ctx, provider, flow, error) };
  }
}

/** Where a refusal of `signInUser` leads; null for any other. A suspended account's owner may export and delete it. */
function pathAfter({ code }: AppError, provider: OidcProvider, { next }: Flow): string | null {
  if (code === 'two_step_required') return withQuery(screens.signIn, { step: 'code', next });
  if (code === 'suspended') return screens.suspended;
  return code === 'signed_out' ? signInPage(provider, 'expired', next) : null;
}

/** The page the visit began on, if its user is signed in; else the sign-in page. */
function problemPage(
  { user }: VisitorContext,
  provider: OidcProvider,
  { intent, userId, next }: Flow,
  { problem }: SignInRefused,
): string {
  const isHere = intent !== 'sign_in' && user !== null && user.id === userId;
  if (!isHere) return signInPage(provider, problem, next);
  return withQuery(next ?? screens.dashboard, { problem, with: provider.name });
}

async function signIn(ctx: VisitorContext, { next }: Flow, visitor: Visitor): Promise<Landing> {
  return (await enterKnown(ctx, next, visitor)) ?? registerVisitor(ctx, next, visitor);
}

/** Signs in to the account that this person is linked to; null if there is none. */
async function enterKnown(
  ctx: VisitorContext,
  next: string | null,
  { person, identified }: Visitor,
): Promise<Landing | null> {
  const known = await findAccountOf(ctx, person);
  if (!known) return null;
  await enterAs(ctx, known.user, identified, 'provider');
  await noteUse(ctx, known.identityId);
  return { path: destinationAfter(next, screens.dashboard) };
}

async function registerVisitor(ctx: VisitorContext, next: string | null, visitor: Visitor): Promise<Landing> {
  const { provider, identified, givenName } = visitor;
  const said = await readProfile(ctx, visitor);
  const person = { ...visitor.person, email: said.email };
  await takeLimit(ctx, 'register');
  const created = await createAccount(ctx, person, { ...said, fullName: said.fullName ?? givenName });
  if (typeof created === 'object') {
    await enterAs(ctx, created, identified, 'registration');
    return { path: isClaimPath(next) ? destinationAfter(next, screens.checkout) : screens.checkout };
  }
  // Two answers at once for a new person: the other one was first.
  const known = await enterKnown(ctx, next, visitor);
  if (known) return known;
  // Whose address it is may know that it has an account.
  if (!said.isEmailConfirmed) await takeLimit(ctx, 'addressInUse');
  const afterwards = withQuery(screens.linkSignIn, { next });
  return { path: signInPage(provider, 'taken', afterwards), waiting: person };
}

/** As for whoever registers here. */
async function takeLimit(ctx: VisitorContext, name: 'register' | 'addressInUse'): Promise<void> {
  const isLeft = await ctx.limits.spend(name, subscriberOf(ctx.requester.address));
  if (!isLeft) throw new SignInRefused('too_many');
}

async function readProfile(ctx: VisitorContext, { provider, identified }: Visitor): Promise<Profile> {
  return identified.readProfile().catch((error: unknown) => {
    noteProblem(ctx, provider, error);
    throw new SignInRefused(classifyProblem(error), { cause: error });
  });
}

async function enterAs(
  ctx: VisitorContext,
  user: UserRow,
  { signedInAt }: Identified,
  method: SignInMethod,
): Promise<void> {
  await signInUser(ctx, user, { method, confirmedAt: limitToRecent(ctx, signedInAt) });
  ctx.events.note(ctx.requester, method === 'registration' ? 'registered' : 'signed_in', { userId: user.id });
}

/** When someone signed in at the provider, if within the last minutes; a clock there may be a little fast. */
function limitToRecent({ now }: VisitorContext, signedInAt: Date | null): Date | null {
  if (!signedInAt) return null;
  const seconds = (now().getTime() - signedInAt.getTime()) / 1000;
  const isRecent = seconds <= CONFIRM_SECONDS && seconds >= -CLOCK_SECONDS;
  return isRecent ? new Date(Math.min(signedInAt.getTime(), now().getTime())) : null;
}

/** Completes a signed-in user's errand at the provider: linking it, or confirming who they are. */
async function actForUser(ctx: VisitorContext, flow: Flow, visitor: Visitor): Promise<Landing> {
  const { provider, identified } = visitor;
  if (!isSignedIn(ctx) || ctx.user.id !== flow.userId) throw new SignInRefused('expired');
  const path = destinationAfter(flow.next, screens.dashboard);
  if (flow.intent === 'link') {
    const { email } = await readProfile(ctx, visitor);
    await linkTo(ctx, { ...visitor.person, email }, provider.label);
    return { path };
  }
  if (!(await isLinkedTo(ctx, accountOf(ctx.user).id, visitor.person))) throw new SignInRefused('other');
  const confirmedAt = limitToRecent(ctx, identified.signedInAt);
  if (!confirmedAt) throw new SignInRefused('stale');
  await keepConfirmation(ctx, { confirmedAt });
  return { path };
}
