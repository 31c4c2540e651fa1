import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { useTeamBehind } from '#app/accounts/auth/TeamChips.tsx';
import type { Person } from '#shared/people/contacts.ts';

/** True unless a team has them and somebody else, or nobody, holds them: only its holder is reminded of a team's contact. */
export function useMayRemind(person: Pick<Person, 'holderId' | 'teamId'>): boolean {
  const id = useUser()?.id;
  const isTeams = useTeamBehind(person) !== undefined;
  // A device may still keep people of an earlier release.
  const { holderId = id } = person;
  return !isTeams || holderId === id;
}
