import { useTeamBehind } from '#app/accounts/auth/TeamChips.tsx';

/** Who can see the notes on a person: of a team, whoever runs it and whoever holds the person. */
export function useNotesHint(person: { teamId?: string | undefined } = {}): string {
  const team = useTeamBehind(person);
  return team ? `Everyone in ${team.name} who has this contact can see them.` : 'Only you can see them.';
}
