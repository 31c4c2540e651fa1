import { deleteOldArchives } from '#server/admin/delete-user.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';

export const adminJobs = [defineRepeated('old-archives', '43 3 * * *', deleteOldArchives)];
