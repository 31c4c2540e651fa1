import { purgeCards } from '#server/cards/cards/cards.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';

export const cardJobs = [defineRepeated('deleted-cards', '47 * * * *', purgeCards)];
