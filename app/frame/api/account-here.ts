/** Calls that can be made for a team (docs/decisions/356), by the first segment of their path. */
const OF_ACCOUNTS = /^\/api\/(?:analytics|cards|contacts|drafts|media|nfc|print|wallet)\b/;

/** Lists that a screen of all accounts shows as one. */
const ACROSS = /^\/api\/contacts(?:\/(?:people|summary))?(?:\?|$)/;
/** Names all accounts, in a call and in the address of a screen. */
export const ALL = 'all';

/** The screen of a team. */
const TEAM = /^\/teams\/([\w-]+)\/?$/;

/** The teams of what lists of several accounts had. */
const teams = new Map<string, string>();
export function noteTeams(rows: readonly unknown[]): void {
  for (const { id, teamId } of rows as { id?: string; teamId?: string }[])
    if (id && teamId) teams.set(id, teamId);
}

const named = (): string | undefined =>
  new URLSearchParams(globalThis.location?.search).get('account') ??
  TEAM.exec(globalThis.location?.pathname ?? '')?.[1];

/** True on a screen that shows one's own and what one sees of each team together. */
export const isAllHere = (): boolean => named() === ALL;

/**
 * The team that the address of this screen names in `?account=`, or whose screen it is: its calls are made for that team,
 * and their answers are kept apart; undefined on all other screens, which are about the person's own.
 */
export const accountHere = (): string | undefined => (isAllHere() ? undefined : named());

/** Likewise for one address of the API. On a screen that names no team, what is known to be a team’s is asked for it. Only reads are made for all. */
export function accountFor(address: unknown, method = 'GET'): string | undefined {
  if (typeof address !== 'string' || !OF_ACCOUNTS.test(address)) return undefined;
  if (isAllHere() && method === 'GET' && ACROSS.test(address)) return ALL;
  return (
    accountHere() ??
    (teams.size > 0 ? teams.get(address.split(/[/?]/).find((part) => teams.has(part)) ?? '') : undefined)
  );
}

/** A path of the app for an account: a team, one's own if undefined, or all of them. */
export const withAccount = (path: string, account: string | undefined): string =>
  account ? `${path}${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(account)}` : path;

/** A path of the app, with the team that this screen is about, or whose the thing is that it leads to. */
export const alsoHere = (path: string, id?: string): string =>
  withAccount(path, id && !accountHere() ? teams.get(id) : named());
