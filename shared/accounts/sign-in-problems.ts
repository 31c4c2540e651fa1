/** Why a sign-in with a provider came to nothing: `label` is the provider's name, like Google. */

export const SIGN_IN_PROBLEMS = {
  denied: (label: string) => `You did not let ${label} sign you in. Try again, or sign in another way.`,
  expired: () => 'That sign-in took too long or began in another browser. Please try again.',
  used: () => 'That sign-in has been used already. Please try again.',
  away: (label: string) => `${label} did not answer. Please try again in a moment, or sign in another way.`,
  refused: (label: string) => `${label} sent an answer that we cannot trust. Please try again.`,
  taken: (label: string) =>
    `An account with your email address exists already. Sign in to it, and we will link ${label} to it.`,
  elsewhere: (label: string) =>
    `This ${label} sign-in belongs to another account. Remove it there first, or use another one.`,
  other: (label: string) =>
    `This is not the ${label} sign-in of your account. Please choose the one you linked.`,
  stale: (label: string) =>
    `${label} does not say that you signed in there just now. Use your password or a passkey instead.`,
  too_many: () => 'Too many sign-ins from this address. Please try again in a few minutes.',
} satisfies Record<string, (label: string) => string>;

export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

/** The sentence for what a query parameter says; null if it says nothing we know. */
export function sentenceOfProblem(problem: string | null, label: string): string | null {
  if (problem === null || !Object.hasOwn(SIGN_IN_PROBLEMS, problem)) return null;
  return SIGN_IN_PROBLEMS[problem as SignInProblem](label);
}
