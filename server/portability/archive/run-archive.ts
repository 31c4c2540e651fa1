import { and, eq, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { discardArchive } from './account-imports.ts';
import { addCard } from './add-card.ts';
import type { CardOfArchive } from './archive-tasks.ts';
import { storeFiles } from './card-files.ts';
import { failArchiveOrRetry } from './fail-archive.ts';
import { willAdd } from './plan-card.ts';
import { readCardLines } from './read/read-card-lines.ts';
import type { AccountImportRow } from './read-account-imports.ts';
import { restoreSome } from './restore-figures.ts';

/** How long one job works before the next account has its turn. */
const TURN_MS = 2_000;

/** Imports for a while, and leaves the rest to another job. Killed at any moment, it goes on where it was. */
export async function runArchive(app: AppContext, { id }: { id: string }, isLastTry = false): Promise<void> {
  const start = performance.now();
  for (;;) {
    const [row] = await app.db.select().from(accountImports).where(eq(accountImports.id, id));
    if (row?.state !== 'running') return;
    try {
      if (await runSome(app, row)) return;
    } catch (error) {
      if ((await app.db.$count(accountImports, isWhereItWas(row))) === 0) return;
      await failArchiveOrRetry(app, row, error, isLastTry);
      return;
    }
    if (performance.now() - start > TURN_MS) {
      await app.queue.send(app.db, 'account-import-run', { id });
      return;
    }
  }
}

/** Another job may have gone on meanwhile. */
const isWhereItWas = (row: AccountImportRow) =>
  and(
    eq(accountImports.id, row.id),
    eq(accountImports.state, 'running'),
    eq(accountImports.figuresFrom, row.figuresFrom),
    sql`jsonb_array_length(${accountImports.cards}) = ${row.cards.length}`,
  );

/** Returns whether there is nothing left to do. */
async function runSome(app: AppContext, row: AccountImportRow): Promise<boolean> {
  const isAmongCards = row.cards.length < (row.preview?.cards.length ?? 0);
  const card = isAmongCards ? await cardAt(app, row) : null;
  if (card) {
    const stored = (await willAdd(app, row, card)) ? await storeFiles(app, row, card) : null;
    await addCard(app, row, card, stored);
    return false;
  }
  if (!(await restoreSome(app, row))) return false;
  const [done] = await app.db
    .update(accountImports)
    .set({ state: 'done', finishedAt: app.now() })
    .where(isWhereItWas(row))
    .returning({ id: accountImports.id });
  if (done) await discardArchive(app.accountImports, row.blobName);
  return true;
}

async function cardAt(app: AppContext, { blobName, cards }: AccountImportRow): Promise<CardOfArchive | null> {
  let place = 0;
  for await (const line of readCardLines(app, blobName)) {
    if (place === cards.length) return JSON.parse(line) as CardOfArchive;
    place += 1;
  }
  return null;
}
