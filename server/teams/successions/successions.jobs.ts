import { defineJob } from '#server/infra/queue/define-job.ts';
import { moveRest, toMovePeople } from '#server/teams/successions/move-people.ts';

export const successionJobs = [
  defineJob('move-people', toMovePeople, moveRest, { retries: 'unlimited', sends: 'nothing' }),
];
