import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { deleteOldArchives } from '#server/operations/admin/delete-user.ts';

export const adminJobs = [defineRepeated('old-archives', '43 3 * * *', deleteOldArchives)];
