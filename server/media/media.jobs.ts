import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';
import { olderMediaJobs } from '#server/media/older-media.ts';
import { giveBackExpired } from '#server/media/quota.ts';
import { sweepMedia, sweepOrphans } from '#server/media/sweep-media.ts';

const unusedMedia = defineScheduledJob('unused-media');

export function mediaJobs(app: AppContext): void {
  app.queue.handle(unusedMedia, async () => {
    await giveBackExpired(app);
    await sweepMedia(app);
    await sweepOrphans(app);
  });
  app.queue.repeat(unusedMedia, '27 * * * *');
  olderMediaJobs(app);
}
