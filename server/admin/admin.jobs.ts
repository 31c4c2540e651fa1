import { deleteOldArchives } from '#server/admin/delete-user.ts';
import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

const oldArchives = defineScheduledJob('old-archives');

export function adminJobs(app: AppContext): void {
  app.queue.handle(oldArchives, () => deleteOldArchives(app));
  app.queue.repeat(oldArchives, '43 3 * * *');
}
