import type { App } from '#server/context.ts';
import { hasUpgradeWork } from '#server/db/upkeep.ts';
import { defineChore } from '#server/infra/queue/queue.ts';

const listUpkeep = defineChore('list-upkeep');

export function upkeepJobs(app: App): void {
  app.queue.handle(listUpkeep, () => app.upkeep.run());
  app.queue.repeat(listUpkeep, '*/5 * * * *');
}

/** Begins what an upgrade has left to do. */
export async function beginUpkeep(app: App): Promise<void> {
  if (await hasUpgradeWork(app.db)) await app.queue.send(app.db, listUpkeep, {});
}
