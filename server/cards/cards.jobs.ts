import { purgeCards } from '#server/cards/cards.ts';
import type { App } from '#server/context.ts';
import { defineChore } from '#server/infra/queue/queue.ts';

const deletedCards = defineChore('deleted-cards');

export function cardJobs(app: App): void {
  app.queue.handle(deletedCards, () => purgeCards(app));
  app.queue.repeat(deletedCards, '47 * * * *');
}
