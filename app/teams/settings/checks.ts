import { zodResolver } from '@hookform/resolvers/zod';
import { newTeam } from '#shared/teams/teams.ts';

/** The form is validated with the schema that the server uses. */
export const checkTeam = zodResolver(newTeam);
