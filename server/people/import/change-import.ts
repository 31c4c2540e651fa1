import { actorStamp } from '#server/access/actor.ts';
import type { UserContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { cancelWork, changeWork, conflict, startWork } from '#server/infra/long-work/change-work.ts';
import { DUE_NOW } from '#server/infra/long-work/lease.ts';
import { refuseSecond } from '#server/infra/long-work/upload-work.ts';
import { hintOf, readUse } from '#server/people/contacts/room.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ContactImport, DuplicateChoice, ImportMapping, ImportStart } from '#shared/people/import.ts';
import { importWork } from './import-work.ts';
import { markedColumns } from './read/import-columns.ts';
import { type ImportRow, isOver, toImport, undoUntil } from './read-imports.ts';

/** Says what the columns are, and has the preview made again. */
export async function mapColumns(
  ctx: UserContext,
  { params, body }: ById & { body: ImportMapping },
): Promise<ContactImport> {
  const mapped = await changeWork(ctx, importWork, params.id, (row) => {
    if (row.state !== 'ready' && !(row.state === 'reading' && row.rows !== null)) {
      throw conflict('You can change columns only before the import starts.');
    }
    const { targets, dateOrders } = body;
    if ([targets, dateOrders].some((list) => list && list.length !== row.columns.length)) {
      throw new AppError('invalid', `This file has ${row.columns.length} columns. Choose what each one is.`);
    }
    const columns = row.columns.map((column, place) => {
      const order = dateOrders?.[place] ?? column.dates?.order ?? null;
      return {
        ...column,
        target: targets[place] ?? column.target,
        dates: column.dates && { ...column.dates, order },
      };
    });
    return { ...DUE_NOW, columns, revision: row.revision + 1, state: 'reading', preview: null };
  });
  return toImport(mapped);
}

export async function startImport(
  ctx: UserContext,
  { params, body }: ById & { body: ImportStart },
): Promise<ContactImport> {
  const started = await startWork(ctx, importWork, params.id, async (row, inside) => {
    await requireSome(inside, row, body.duplicates);
    const { duplicates, tags } = body;
    return { duplicates, tags, marked: markedColumns(), startedAt: ctx.now() };
  });
  return toImport(started);
}

/** Refuses an import of which nothing would fit. */
async function requireSome(ctx: UserContext, row: ImportRow, duplicates: DuplicateChoice): Promise<void> {
  const use = await readUse(ctx, row.userId);
  const isNoneNew = row.preview?.newPeople === 0;
  if (
    use.bytes >= use.bytesMax ||
    (use.people >= use.peopleMax && duplicates !== 'fill' && !(isNoneNew && duplicates === 'skip'))
  ) {
    throw conflict(`Your contacts are full. ${hintOf(use)}, and import the file then.`);
  }
}

/** Discards what was not imported yet; stops what runs. */
export async function cancelImport(ctx: UserContext, { params }: ById): Promise<ContactImport> {
  const states = ['reading', 'ready', 'running'];
  const refusal = 'This import has ended. You can still undo it.';
  return toImport(await cancelWork(ctx, importWork, params.id, { states, refusal }));
}

export async function undoWholeImport(ctx: UserContext, { params }: ById): Promise<ContactImport> {
  const undone = await changeWork(ctx, importWork, params.id, async (row, inside) => {
    if (row.state === 'undoing' || row.state === 'undone') return null;
    if (!isOver(row) || !row.finishedAt) throw conflict('You can undo an import only after it ends.');
    if (row.added + row.filled === 0) throw conflict('This import changed nothing.');
    if (undoUntil(row.finishedAt) <= ctx.now()) {
      throw conflict('Imports can be undone for 30 days. Delete its contacts yourself instead.');
    }
    await refuseSecond(inside, importWork);
    return { ...DUE_NOW, state: 'undoing', removed: 0, kept: 0, ...actorStamp(ctx.actor) };
  });
  return toImport(undone);
}
