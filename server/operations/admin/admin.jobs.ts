import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { warnOfSupport } from '#server/operations/admin/database-support.ts';
import { deleteOldArchives } from '#server/operations/admin/delete-user.ts';

export const adminJobs = [
  defineRepeated('old-archives', '43 3 * * *', deleteOldArchives),
  defineRepeated('database-support', '12 4 * * *', warnOfSupport, { sends: 'nothing', isBrief: true }),
];
