import { and, eq, getTableName, inArray, lt, not, or, type SQL } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { doInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { eraseReferences, readReferences } from '#server/infra/erase-references.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { asCanceled, discardUpload, isOpenWork, type LongWork } from './long-work.ts';

/** Forgets work that ended a month ago, and deletes files that nobody did anything with, and those of killed processes. */
export async function sweepWorks(app: AppContext, work: LongWork, stopping?: AbortSignal): Promise<void> {
  const { table } = work;
  const ago = (days: number) => new Date(app.now().getTime() - days * DAY_MS);
  const isWaiting = and(eq(table.state, 'ready'), lt(table.createdAt, ago(work.waitingDays)));
  const { blobName } = table;
  const canceled: { blobName: string }[] = [];
  const cancel = async (tx: Db, isNext: SQL | undefined) =>
    void canceled.push(
      ...(await tx.update(table).set(asCanceled(work, app.now())).where(isNext).returning({ blobName })),
    );
  await doInSteps(app.db, table.createdAt, isWaiting, cancel, { stopping });
  for (const one of canceled) await discardUpload(app, work, one);
  const isOver = and(lt(table.finishedAt, ago(IMPORT_UNDO_DAYS + 1)), not(isOpenWork(work)));
  const old = await app.db.select({ id: table.id }).from(table).where(isOver);
  // One of them may have a row for each line of a long file.
  const references = old.length > 0 ? await readReferences(app.db, getTableName(table)) : [];
  for (const one of old) {
    if (!(await eraseReferences(app, references, one.id, { stopping }))) return;
    const isThis = and(eq(table.id, one.id), isOver);
    const [gone] = await app.db.delete(table).where(isThis).returning({ blobName });
    if (gone) await discardUpload(app, work, gone);
  }
  await sweepFiles(app, work);
}

async function sweepFiles(app: AppContext, work: LongWork): Promise<void> {
  const { store } = work.stateOf(app);
  const isNeeded = or(isOpenWork(work), work.isToDo);
  const uploadOf = (name: string) => name.replace(/\.\w+$/, '.upload');
  for await (const names of store.writtenBefore(new Date(app.now().getTime() - DAY_MS))) {
    const known = await app.db
      .select({ blobName: work.table.blobName })
      .from(work.table)
      .where(and(inArray(work.table.blobName, [...new Set(names.map(uploadOf))]), isNeeded));
    const kept = new Set(known.map(({ blobName }) => blobName));
    for (const name of names) if (!kept.has(uploadOf(name))) await store.delete(name);
  }
}
