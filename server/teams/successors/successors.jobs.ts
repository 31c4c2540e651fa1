import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { purgeLeavers } from '#server/teams/successors/leavers.ts';
import { moveRest, toMovePeople } from '#server/teams/successors/move-people.ts';

export const successorJobs = [
  defineJob('move-people', toMovePeople, moveRest, { retries: 'unlimited' }),
  defineRepeated('old-leavers', '35 3 * * *', purgeLeavers),
];
