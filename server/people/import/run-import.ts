import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { settleContacts } from '#server/db/search/index-people.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import { readUse } from '#server/people/contacts/room.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { IMPORT_ERRORS_SHOWN } from '#shared/people/import.ts';
import type { TakenRow } from './import-tasks.ts';
import { type Plan, planRows, type RowResult } from './plan-import.ts';
import { takeRows } from './prepare-import.ts';
import type { ImportRow } from './read-imports.ts';
import { addContacts, fillContacts, recordResults, writeOfImport } from './write-import.ts';

/** Rows of one transaction: a fraction of a second's work. */
const AT_ONCE = 250;

/** Imports the next rows. */
export async function importSome(app: AppContext, row: ImportRow): Promise<void> {
  reachPoint('contact-imports', row.done === 0 ? 'started' : 'between batches');
  const { rows, next } = await takeRows(app, row, row.position, AT_ONCE);
  if (next === null) await settleContacts(app.db, row.added + rows.length);
  // Of the room that is left, while somebody else takes it at the same time.
  for (let share = 1; ; share = share > 0.2 ? share / 2 : 0) {
    try {
      await writeOfImport(app, row, (tx) => importRows({ ...app, db: tx }, row, { rows, next, share }));
      return;
    } catch (error) {
      if (!(error instanceof RoomTaken)) throw error;
    }
  }
}

class RoomTaken extends Error {}

/** The plan fit when it was made; others who added something meanwhile have committed it by now. */
async function requireStill(app: AppContext, userId: AccountId, { added, filled }: Plan): Promise<void> {
  if (added.length + filled.size === 0) return;
  const { people, peopleMax, bytes, bytesMax } = await readUse(app, userId);
  // Whoever had more room before may still have what they have completed.
  if ((added.length > 0 && people > peopleMax) || bytes > bytesMax)
    throw new RoomTaken('Someone else took the space.');
}

async function importRows(
  app: AppContext,
  seen: ImportRow,
  { rows, next, share }: { rows: TakenRow[]; next: number | null; share: number },
): Promise<void> {
  const { db } = app;
  const [row] = await db.select().from(contactImports).where(eq(contactImports.id, seen.id)).for('update');
  // Canceled meanwhile, or somebody else was as far.
  if (row?.state !== 'running' || row.position !== seen.position) return;
  const use = await readUse(app, row.userId);
  const left = (most: number, used: number) => Math.max(0, Math.floor((most - used) * share));
  const plan = await planRows(app, row, rows, {
    people: left(use.peopleMax, use.people),
    bytes: left(use.bytesMax, use.bytes),
  });
  const at = app.now();
  await addContacts(app, row, plan, at);
  await fillContacts(app, row, plan, at);
  await requireStill(app, row.userId, plan);
  await recordResults(app, row, plan);
  const count = (outcome: RowResult['outcome']) =>
    plan.results.filter((result) => result.outcome === outcome).length;
  const { preview } = row;
  // Found only now, like a tag too many: whoever looks for problems looks there.
  const found = plan.results.flatMap(({ line, note }) => (note ? [{ line, message: note }] : []));
  const isNews = preview?.problems.length === 0 && found.length > 0;
  await db
    .update(contactImports)
    .set({
      ...(isNews && { preview: { ...preview, problems: found.slice(0, IMPORT_ERRORS_SHOWN) } }),
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
  reachPoint('contact-imports', next === null ? 'last batch written' : 'batch written');
}
