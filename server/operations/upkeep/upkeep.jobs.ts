import type { AppContext } from '#server/context.ts';
import { hasUpgradeWork } from '#server/db/upkeep.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';

export const upkeepJobs = [
  defineRepeated('list-upkeep', '*/5 * * * *', ({ upkeep }) => upkeep.run(), { sends: 'nothing' }),
];

/** Starts the work that an upgrade has left. */
export async function beginUpkeep(app: AppContext): Promise<void> {
  if (await hasUpgradeWork(app.db)) await app.queue.send(app.db, 'list-upkeep', {});
}
