import type { App } from '#server/context.ts';
import { defineChore } from '#server/infra/queue/queue.ts';
import { sweepMedia, sweepOrphans } from '#server/media/sweep-media.ts';

const unusedMedia = defineChore('unused-media');

export function mediaJobs(app: App): void {
  app.queue.handle(unusedMedia, async () => {
    await sweepMedia(app);
    await sweepOrphans(app);
  });
  app.queue.repeat(unusedMedia, '27 * * * *');
}
