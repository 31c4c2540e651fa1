import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';

/** False for members, who may not pause the team's card that they hold, and for team admins until they may act as such. */
export function useMayPause(): boolean {
  const team = useTeamHere();
  return team?.role !== 'member' && team?.needs?.kind !== 'twoStep';
}
