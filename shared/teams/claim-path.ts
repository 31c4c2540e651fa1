/** The screen of an invite, to which its mail leads. */
export const claimPath = (teamId: string, token: string): string => `/teams/${teamId}/claim/${token}`;

export const isClaimPath = (path: string | null): boolean =>
  path !== null && /^\/teams\/[\w-]+\/claim\/[\w-]+$/.test(path);
