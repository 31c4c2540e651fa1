import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { purgeLeavers } from '#server/teams/leavers/leavers.ts';

export const leaverJobs = [defineRepeated('old-leavers', '35 3 * * *', purgeLeavers)];
