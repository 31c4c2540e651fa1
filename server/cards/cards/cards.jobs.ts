import { purgeCardVersions } from '#server/cards/cards/card-versions.ts';
import { purgeCards } from '#server/cards/cards/cards.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';

export const cardJobs = [
  defineRepeated('deleted-cards', '47 * * * *', purgeCards),
  defineRepeated('card-versions', '17 3 * * *', purgeCardVersions),
];
