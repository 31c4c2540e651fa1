import { inviteJobs } from '#server/teams/invites/invites.jobs.ts';

export const teamsWork = { jobs: [...inviteJobs], beforeStart: [], afterUpdate: [] };
