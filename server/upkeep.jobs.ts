import type { AppContext } from '#server/context.ts';
import { hasUpgradeWork } from '#server/db/upkeep.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

const listUpkeep = defineScheduledJob('list-upkeep');

export function upkeepJobs(app: AppContext): void {
  app.queue.handle(listUpkeep, () => app.upkeep.run());
  app.queue.repeat(listUpkeep, '*/5 * * * *');
}

/** Starts the work that an upgrade has left. */
export async function beginUpkeep(app: AppContext): Promise<void> {
  if (await hasUpgradeWork(app.db)) await app.queue.send(app.db, listUpkeep, {});
}
