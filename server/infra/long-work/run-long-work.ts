import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { canFail, failOrRetry, failWork } from './fail-work.ts';
import { DUE_NOW, findDue, freeLeasesOfTheDead, takeLease, whileRenewed } from './lease.ts';
import { discardUpload, type LongWork, type LongWorkRow, nameIn } from './long-work.ts';
import { reachPoint } from './points.ts';
import { repeatForTurn } from './repeat-for-turn.ts';

/** Works on what its kind has to do, and whose files are here. */

/** Works that one process goes on with at once; accounts take turns. */
const AT_ONCE = 5;
const GONE_AFTER_MS = 24 * 60 * 60 * 1000;

/** Goes on with it at the start and whenever there is more to do; to be called before the queue starts. */
export function workWhenDue<Row extends LongWorkRow>(app: AppContext, work: LongWork<Row>): void {
  const { turns } = work.stateOf(app);
  let isStart = true;
  const goOn = async (stopping: AbortSignal) => {
    if (isStart) await freeLeasesOfTheDead(app, work);
    isStart = false;
    const { due, nextMs } = await findDue(app, work);
    for (const row of due) {
      if (stopping.aborted || turns.size === AT_ONCE) break;
      if (turns.has(row.id)) continue;
      if (!(await hasFile(app, work, row as Row))) await leaveAlone(app, work, row as Row);
      else if (await takeLease(app, work, row.id)) {
        const turn = whileRenewed(app, work, row.id, () => workOn(app, work, row.id, stopping))
          .catch((error: unknown) => {
            app.log.warn(
              { work: work.name, id: row.id, error: describeError(error) },
              'Long work has to wait',
            );
          })
          .finally(() => {
            turns.delete(row.id);
            app.queue.wake(work.name);
          });
        turns.set(row.id, turn);
      }
    }
    return nextMs;
  };
  app.queue.whenDue(work.name, goOn, { sends: 'nothing' });
}

async function hasFile<Row extends LongWorkRow>(
  app: AppContext,
  work: LongWork<Row>,
  row: Row,
): Promise<boolean> {
  const needs = work.stepOf(row)?.needs ?? null;
  return needs === null || (await work.stateOf(app).store.sizeOf(nameIn(row.blobName, needs))) !== null;
}

/** Another process may have the files. If none came for it in a day, they are gone. */
async function leaveAlone<Row extends LongWorkRow>(
  app: AppContext,
  work: LongWork<Row>,
  row: Row,
): Promise<void> {
  const { table } = work;
  if (row.leaseUntil === null) {
    await app.db
      .update(table)
      .set(DUE_NOW)
      .where(and(eq(table.id, row.id), isNull(table.leaseUntil)));
    return;
  }
  const isGone = sql`${table.leaseUntil} < now() - ${GONE_AFTER_MS} * interval '1 millisecond'`;
  if ((await app.db.$count(table, and(work.isAt(row), isGone))) === 0) return;
  if (canFail(row)) await failWork(app, work, row, work.words.filesGone);
  else await work.stepOf(row)?.doWithout?.(app, row);
}

/** Works on it for a turn, or until nothing is left to do for a process. */
export async function workOn<Row extends LongWorkRow>(
  app: AppContext,
  work: LongWork<Row>,
  id: string,
  stopping?: AbortSignal,
): Promise<void> {
  const read = async () => (await app.db.select().from(work.table).where(eq(work.table.id, id))) as Row[];
  const isTurnOver = await repeatForTurn(async () => {
    const [row] = await read();
    const step = row && work.stepOf(row);
    if (!step) {
      await endWork(app, work, row);
      return false;
    }
    try {
      await step.run(app, row);
      return true;
    } catch (error) {
      if (!stopping?.aborted) await failOrRetry(app, work, row, error);
      return false;
    }
  }, stopping);
  if (!isTurnOver || stopping?.aborted) return;
  // Its last step may have been that of this turn: no other comes.
  const [row] = await read();
  if (row && !work.stepOf(row)) await endWork(app, work, row);
}

/** Nothing is left to do for a process: its upload goes, unless its owner has yet to start it. */
async function endWork<Row extends LongWorkRow>(
  app: AppContext,
  work: LongWork<Row>,
  row: Row | undefined,
): Promise<void> {
  if (row?.state === 'done') reachPoint(work.name, 'done');
  if (row && row.state !== 'ready') await discardUpload(app, work, row);
}
