/** Calls that can be made for a team (docs/decisions/356), by the first segment of their path. */
const OF_ACCOUNTS = /^\/api\/(?:analytics|cards|contacts|drafts|media|nfc|print|wallet)\b/;

/** The screen of a team. */
const TEAM = /^\/teams\/([\w-]+)\/?$/;

/**
 * The team that the address of this screen names in `?account=`, or whose screen it is: its calls are made for that team,
 * and their answers are kept apart; undefined on all other screens, which are about the person's own.
 */
export const accountHere = (): string | undefined =>
  new URLSearchParams(globalThis.location?.search).get('account') ??
  TEAM.exec(globalThis.location?.pathname ?? '')?.[1];

/** Likewise for one address of the API. */
export const accountFor = (address: unknown): string | undefined =>
  typeof address === 'string' && OF_ACCOUNTS.test(address) ? accountHere() : undefined;

/** A path of the app, with the team that this screen is about. */
export function alsoHere(path: string): string {
  const account = accountHere();
  return account ? `${path}${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(account)}` : path;
}
