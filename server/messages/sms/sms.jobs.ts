import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { forgetNumbers, sendDueTexts } from './send-texts.ts';

export const smsJobs = [
  // The rows of `text_messages` are what lasts; this only says when to look at them.
  defineRepeated('due-texts', '*/5 * * * *', sendDueTexts),
  defineRepeated('old-text-numbers', '40 4 * * *', forgetNumbers),
];
