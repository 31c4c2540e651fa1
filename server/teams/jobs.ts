import { figureJobs, figuresWhenDue } from '#server/teams/figures/figures.jobs.ts';
import { inviteJobs } from '#server/teams/invites/invites.jobs.ts';
import { listJobs, listsWhenDue } from '#server/teams/lists/lists.jobs.ts';
import { successorJobs } from '#server/teams/successors/successors.jobs.ts';

export const teamsWork = {
  jobs: [...inviteJobs, ...listJobs, ...figureJobs, ...successorJobs],
  beforeStart: [figuresWhenDue, listsWhenDue],
  afterUpdate: [],
};
