import { figureJobs, figuresWhenDue } from '#server/teams/figures/figures.jobs.ts';
import { inviteJobs } from '#server/teams/invites/invites.jobs.ts';

export const teamsWork = {
  jobs: [...inviteJobs, ...figureJobs],
  beforeStart: [figuresWhenDue],
  afterUpdate: [],
};
