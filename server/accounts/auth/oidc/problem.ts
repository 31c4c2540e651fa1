import { SignInProviderAway } from '#server/accounts/auth/oidc/bounded-fetch.ts';
import type { OidcProvider } from '#server/config/oidc-settings.ts';
import type { VisitorContext } from '#server/context.ts';
import type { SignInProblem } from '#shared/accounts/sign-in-problems.ts';
import { screens } from '#shared/contract/screens.ts';

/** Why a visit to a provider came to nothing; the page the browser lands on says it in a sentence. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(`A sign-in with a provider failed: ${problem}`, options);
    this.problem = problem;
  }
}

/** The providers' codes when someone chose not to sign in: the standard's word, LinkedIn's two and Apple's. */
const DENIALS = [
  'access_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
  'interaction_required',
  'login_required',
];
const ISSUER_SHOWN_MAX = 200;
const FAILURES = ['temporarily_unavailable', 'server_error'];

/** The problem behind an error of the library: whether the person, the provider or its answer is the reason. */
export function classifyProblem(error: unknown): SignInProblem {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SignInProviderAway || cause.name === 'TimeoutError') return 'away';
    const said = 'error' in cause ? String(cause.error) : '';
    if (DENIALS.includes(said)) return 'denied';
    if (FAILURES.includes(said)) return 'away';
  }
  return 'refused';
}

/** The two that an operator compares if the provider names another issuer than the settings do. */
function differingIssuers(cause: unknown) {
  const { expected, attribute, claim, body, claims } = Object(cause) as Record<string, unknown>;
  const named =
    attribute === 'issuer' ? Object(body).issuer : claim === 'iss' ? Object(claims).iss : undefined;
  return typeof named === 'string'
    ? { expectedIssuer: expected, namedIssuer: named.slice(0, ISSUER_SHOWN_MAX) }
    : {};
}

/** Notes a failure for the operator: codes and kinds of errors, never a token or what is said of a person. */
export function noteProblem({ log }: VisitorContext, { name }: OidcProvider, error: unknown): void {
  const { cause } = error instanceof Error ? error : {};
  const about = cause instanceof Error ? cause : error;
  const { code, error: said } = about as { code?: unknown; error?: unknown };
  log.warn(
    {
      provider: name,
      problem: classifyProblem(error),
      code,
      said: typeof said === 'string' ? said.slice(0, 60) : undefined,
      reason: about instanceof Error ? about.name : undefined,
      ...(about instanceof Error ? differingIssuers(about.cause) : {}),
    },
    'A sign-in with a provider failed',
  );
}

/** A path with parameters added to its query. */
export function withQuery(path: string, parameters: Record<string, string | null>): string {
  const url = new URL(path, 'https://origin.invalid');
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/** The sign-in page with the sentence for a problem, and the way on from there. */
export const signInPage = (provider: OidcProvider, problem: SignInProblem, next: string | null): string =>
  withQuery(screens.signIn, { problem, with: provider.name, next });
