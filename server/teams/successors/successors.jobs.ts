import { defineJob } from '#server/infra/queue/define-job.ts';
import { moveRest, toMovePeople } from '#server/teams/successors/move-people.ts';

export const successorJobs = [defineJob('move-people', toMovePeople, moveRest, { retries: 'unlimited' })];
