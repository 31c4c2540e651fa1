import type { TeamRole } from '#shared/teams/roles.ts';
import type { Team } from '#shared/teams/teams.ts';

/** The roles that can be given: a team has one owner, who hands it over. */
export type GivenRole = Exclude<TeamRole, 'owner'>;

/** True for those who prepare cards and decide who is in the team, unless they first have to turn on two-step verification. */
export const runsTeam = ({ role, isResting }: Pick<Team, 'role' | 'isResting'>): boolean =>
  role !== 'member' && !isResting;
