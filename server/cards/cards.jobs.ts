import { purgeCards } from '#server/cards/cards.ts';
import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

const deletedCards = defineScheduledJob('deleted-cards');

export function cardJobs(app: AppContext): void {
  app.queue.handle(deletedCards, () => purgeCards(app));
  app.queue.repeat(deletedCards, '47 * * * *');
}
