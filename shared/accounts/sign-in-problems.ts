/** Why a sign-in with a provider came to nothing: `label` is the provider's name, like Google. */

export const SIGN_IN_PROBLEMS = {
  denied: (label: string) => `${label} sign-in was cancelled. Try again, or sign in another way.`,
  expired: () => 'That sign-in took too long or started in another browser. Please try again.',
  used: () => 'That sign-in was already used. Please try again.',
  away: (label: string) => `${label} didn’t respond. Please try again in a moment, or sign in another way.`,
  refused: (label: string) => `We couldn’t verify ${label}’s response. Please try again.`,
  taken: (label: string) =>
    `There’s already an account with your email address. Sign in to it, and we’ll link ${label}.`,
  elsewhere: (label: string) =>
    `This ${label} sign-in belongs to another account. Remove it there first, or use another one.`,
  other: (label: string) =>
    `This isn’t the ${label} sign-in linked to your account. Choose the one you linked.`,
  stale: (label: string) =>
    `${label} didn’t confirm a recent sign-in. Use your password or a passkey instead. If you have neither, set a password with “Forgot your password?” on the sign-in page.`,
  too_many: () => 'Too many sign-ins from this address. Please try again in a few minutes.',
} satisfies Record<string, (label: string) => string>;

export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

/** The sentence for what a query parameter says; null if it says nothing we know. */
export function sentenceOfProblem(problem: string | null, label: string): string | null {
  if (problem === null || !Object.hasOwn(SIGN_IN_PROBLEMS, problem)) return null;
  return SIGN_IN_PROBLEMS[problem as SignInProblem](label);
}
