import { figureJobs, figuresWhenDue } from '#server/teams/figures/figures.jobs.ts';
import { inviteJobs } from '#server/teams/invites/invites.jobs.ts';
import { leaverJobs } from '#server/teams/leavers/leavers.jobs.ts';
import { listJobs, listsWhenDue } from '#server/teams/lists/lists.jobs.ts';
import { successionJobs } from '#server/teams/successions/successions.jobs.ts';

export const teamsWork = {
  jobs: [...inviteJobs, ...listJobs, ...figureJobs, ...successionJobs, ...leaverJobs],
  beforeStart: [figuresWhenDue, listsWhenDue],
  afterUpdate: [],
};
