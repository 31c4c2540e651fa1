import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';

/** The screen of an invite, to which its mail leads. */
export const claimPath = (teamId: string, token: string): string =>
  pathTo(screens.claim, { id: teamId, token });

export const isClaimPath = (path: string | null): boolean =>
  path !== null && /^\/teams\/[\w-]+\/claim\/[\w-]+$/.test(path);
