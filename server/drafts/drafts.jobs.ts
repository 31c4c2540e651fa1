import type { AppContext } from '#server/context.ts';
import { purgeDrafts } from '#server/drafts/drafts.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

const oldDrafts = defineScheduledJob('old-drafts');

export function draftJobs(app: AppContext): void {
  app.queue.handle(oldDrafts, () => purgeDrafts(app));
  app.queue.repeat(oldDrafts, '52 * * * *');
}
