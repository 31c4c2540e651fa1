import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { countPage, shrinkPage } from '#server/media/older-media.ts';
import { giveBackExpired } from '#server/media/quota.ts';
import { sweepMedia, sweepOrphans } from '#server/media/sweep-media.ts';
import { z } from '#shared/zod.ts';

const from = z.object({ after: z.string() });

export const mediaJobs = [
  defineRepeated('unused-media', '27 * * * *', async (app) => {
    await giveBackExpired(app);
    await sweepMedia(app);
    await sweepOrphans(app);
  }),
  defineJob('count-older-media', from, countPage),
  defineJob('shrink-older-pictures', from, shrinkPage),
];
