import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';
import { dueTextsJob } from './due-texts.ts';
import { forgetNumbers, sendDueTexts } from './send-texts.ts';

const oldNumbersJob = defineScheduledJob('old-text-numbers');

export function smsJobs(app: AppContext): void {
  app.queue.handle(dueTextsJob, () => sendDueTexts(app));
  app.queue.repeat(dueTextsJob, '*/5 * * * *');
  app.queue.handle(oldNumbersJob, () => forgetNumbers(app));
  app.queue.repeat(oldNumbersJob, '40 4 * * *');
}
