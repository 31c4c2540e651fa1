import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { indexContacts, settleContacts } from '#server/db/search/index-people.ts';
import { readUse } from '#server/people/contacts/room.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { failImportOrRetry } from './fail-import.ts';
import type { TakenRow } from './import-tasks.ts';
import { discardFiles } from './imports.ts';
import { planRows, type RowResult } from './plan-import.ts';
import { takeRows } from './prepare-import.ts';
import type { ImportRow } from './read-imports.ts';
import { addContacts, fillContacts, recordResults } from './write-import.ts';

/** Rows of one transaction: a fraction of a second's work. */
const AT_ONCE = 250;
/** How long one job works before the next account has its turn. */
const TURN_MS = 2_000;

/** Imports rows for a while, and leaves the rest to another job. Killed at any moment, it goes on where it was. */
export async function importRows(app: AppContext, { id }: { id: string }, isLastTry = false): Promise<void> {
  const start = performance.now();
  // Of the room that is left, while somebody else takes it at the same time.
  let share = 1;
  for (;;) {
    const [row] = await app.db.select().from(contactImports).where(eq(contactImports.id, id));
    if (row?.state !== 'running') return;
    try {
      const { rows, next } = await takeRows(app, row, row.position, AT_ONCE);
      if (next === null) await settleContacts(app.db, row.added + rows.length);
      const isOver = await app.db.transaction((tx) =>
        importSome({ ...app, db: tx }, row, { rows, next, share }),
      );
      if (isOver) return;
      share = 1;
    } catch (error) {
      if (error instanceof RoomTaken) {
        share = share > 0.2 ? share / 2 : 0;
        continue;
      }
      // Another job may have gone on meanwhile, or have finished the import and discarded its rows.
      const isWhereItWas = and(
        eq(contactImports.id, id),
        eq(contactImports.state, 'running'),
        eq(contactImports.position, row.position),
      );
      if ((await app.db.$count(contactImports, isWhereItWas)) === 0) return;
      await failImportOrRetry(app, row, error, isLastTry);
      return;
    }
    if (performance.now() - start > TURN_MS) {
      await app.queue.send(app.db, 'contact-import-run', { id });
      return;
    }
  }
}

class RoomTaken extends Error {}

/** The plan fit when it was made; others who added something meanwhile have committed it by now. */
async function requireStill(app: AppContext, userId: AccountId): Promise<void> {
  const { people, peopleMax, bytes, bytesMax } = await readUse(app, userId);
  if (people > peopleMax || bytes > bytesMax) throw new RoomTaken('Someone else took the space.');
}

/** Returns whether this job has nothing left to do. */
async function importSome(
  app: AppContext,
  seen: ImportRow,
  { rows, next, share }: { rows: TakenRow[]; next: number | null; share: number },
): Promise<boolean> {
  const { db } = app;
  const [row] = await db.select().from(contactImports).where(eq(contactImports.id, seen.id)).for('update');
  // Canceled meanwhile, or another job was as far.
  if (row?.state !== 'running') return true;
  if (row.position !== seen.position) return false;
  const use = await readUse(app, row.userId);
  const left = (most: number, used: number) => Math.max(0, Math.floor((most - used) * share));
  const plan = await planRows(app, row, rows, {
    people: left(use.peopleMax, use.people),
    bytes: left(use.bytesMax, use.bytes),
  });
  await addContacts(app, row, plan);
  await fillContacts(app, row, plan);
  if (plan.added.length + plan.filled.size > 0) await requireStill(app, row.userId);
  await indexContacts(db, [...plan.added.map(({ id }) => id), ...plan.filled.keys()]);
  await recordResults(app, row, plan);
  const count = (outcome: RowResult['outcome']) =>
    plan.results.filter((result) => result.outcome === outcome).length;
  await db
    .update(contactImports)
    .set({
      position: next ?? row.position,
      done: row.done + rows.length,
      added: row.added + count('added'),
      filled: row.filled + count('filled'),
      skipped: row.skipped + count('skipped'),
      failed: row.failed + count('failed'),
      madeTags: [...row.madeTags, ...plan.madeTags],
      ...(next === null ? { state: 'done' as const, finishedAt: app.now() } : {}),
    })
    .where(eq(contactImports.id, row.id));
  if (next !== null) return false;
  await finishImport(app, row);
  return true;
}

/** Photos come after everything else, so that nobody waits for them. Run in the transaction that ends an import. */
export async function finishImport(app: AppContext, row: ImportRow): Promise<void> {
  if (row.photosWanted > 0) await app.queue.send(app.db, 'contact-import-photos', { id: row.id });
  // The transaction may still fail; then the rows are needed again. What stays behind is swept.
  else setImmediate(() => void discardFiles(app.imports, row.blobName).catch(() => {}));
}
