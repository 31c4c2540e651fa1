import { countPage, shrinkPage } from '#server/cards/media/older-media.ts';
import { giveBackExpired } from '#server/cards/media/quota.ts';
import { sweepMedia, sweepOrphans } from '#server/cards/media/sweep-media.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { z } from '#shared/contract/zod.ts';

const from = z.object({ after: z.string() });

export const mediaJobs = [
  defineRepeated('unused-media', '27 * * * *', async (app, stopping) => {
    await giveBackExpired(app, stopping);
    await sweepMedia(app, stopping).finally(() => sweepOrphans(app, stopping));
  }),
  defineJob('count-older-media', from, countPage, { sends: 'nothing' }),
  defineJob('shrink-older-pictures', from, shrinkPage, { sends: 'nothing' }),
];
