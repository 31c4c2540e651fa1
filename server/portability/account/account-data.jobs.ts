import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { eraseDeletedTeams } from '#server/portability/account/erase-teams.ts';

export const accountDataJobs = [defineRepeated('deleted-teams', '29 * * * *', eraseDeletedTeams)];
