import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import { addCard } from './add-card.ts';
import type { CardOfArchive } from './archive-tasks.ts';
import { storeFiles } from './card-files.ts';
import { willAdd } from './plan-card.ts';
import { readCardLines } from './read/read-card-lines.ts';
import type { AccountImportRow } from './read-account-imports.ts';
import { restoreSome, restoreTagViews } from './restore-figures.ts';

/** Imports the next card, or the next figures once all cards are there. */
export async function runArchive(app: AppContext, row: AccountImportRow): Promise<void> {
  reachPoint('account-imports', 'started');
  const isAmongCards = row.cards.length < (row.preview?.cards.length ?? 0);
  const card = isAmongCards ? await cardAt(app, row) : null;
  if (card)
    await addCard(app, row, card, (await willAdd(app, row, card)) ? await storeFiles(app, row, card) : null);
  else if (await restoreSome(app, row)) {
    await restoreTagViews(app, row);
    await app.db
      .update(accountImports)
      .set({ state: 'done', finishedAt: app.now() })
      .where(and(eq(accountImports.id, row.id), eq(accountImports.state, 'running')));
  }
}

async function cardAt(app: AppContext, { blobName, cards }: AccountImportRow): Promise<CardOfArchive | null> {
  let place = 0;
  for await (const line of readCardLines(app, blobName)) {
    if (place === cards.length) return JSON.parse(line) as CardOfArchive;
    place += 1;
  }
  return null;
}
