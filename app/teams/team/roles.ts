import type { TeamRole } from '#shared/teams/roles.ts';

/** The roles that can be given: a team has one owner, who hands it over. */
export type GivenRole = Exclude<TeamRole, 'owner'>;

/** True for those who prepare cards and decide who is in the team. */
export const runsTeam = (role: TeamRole): boolean => role !== 'member';
