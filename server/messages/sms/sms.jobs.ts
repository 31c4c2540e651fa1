import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { z } from '#shared/contract/zod.ts';
import { forgetNumbers, sendDueTexts } from './send-texts.ts';

export const smsJobs = [
  // The rows of `text_messages` are what lasts; this only says when to look at them.
  defineJob('due-texts', z.object({}), sendDueTexts, { cron: '*/5 * * * *', retries: 2 }),
  defineRepeated('old-text-numbers', '40 4 * * *', forgetNumbers),
];
