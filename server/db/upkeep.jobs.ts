import type { App } from '#server/context.ts';
import { buildIndexes } from '#server/db/build-indexes.ts';
import { countExisting } from '#server/db/count-existing.ts';
import { indexPeople } from '#server/db/index-people.ts';
import type { Db } from '#server/db/open.ts';
import { defineChore } from '#server/infra/queue/queue.ts';

const listUpkeep = defineChore('list-upkeep');

export function upkeepJobs(app: App): void {
  let isUnderWay = false;
  app.queue.handle(listUpkeep, async () => {
    // After an upgrade of a large database the first run outlasts the next ones.
    if (isUnderWay) return;
    isUnderWay = true;
    await keepLists(app.db).finally(() => {
      isUnderWay = false;
    });
  });
  app.queue.repeat(listUpkeep, '*/5 * * * *');
}

/** Brings counters, indexes and the search up to date. Small after each few minutes, long once after an upgrade. */
export async function keepLists(db: Db): Promise<void> {
  await countExisting(db);
  await buildIndexes(db, 'ordered');
  await indexPeople(db);
  // An index over what is there is built sooner than one that grows row by row.
  await buildIndexes(db, 'search');
}
