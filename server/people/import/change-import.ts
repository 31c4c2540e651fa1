import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { hintOf, readUse } from '#server/people/contacts/room.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ContactImport, DuplicateChoice, ImportMapping, ImportStart } from '#shared/people/import.ts';
import { discardFiles } from './imports.ts';
import { markedColumns } from './read/import-columns.ts';
import { type ImportRow, IS_OPEN_IMPORT, isOver, toImport, undoUntil } from './read-imports.ts';

type Changes = Partial<typeof contactImports.$inferInsert>;

/** Changes one import in a transaction of its own, as `change` says of the row that it locks. */
async function changeImport(
  ctx: UserContext,
  id: string,
  change: (row: ImportRow, inside: UserContext) => Promise<Changes | null>,
): Promise<ContactImport> {
  return ctx.db.transaction(async (tx) => {
    const isOwn = and(eq(contactImports.id, id), whereCan(ctx, 'edit', 'contactImport'));
    const [row] = await tx.select().from(contactImports).where(isOwn).for('update');
    if (!row) throw notFound('contactImport');
    const changes = await change(row, { ...ctx, db: tx });
    if (!changes) return toImport(row);
    const [changed] = await tx.update(contactImports).set(changes).where(isOwn).returning();
    return toImport(changed ?? row);
  });
}

const conflict = (message: string) => new AppError('conflict', message);

/** Says what the columns are, and has the preview made again. */
export async function mapColumns(
  ctx: UserContext,
  { params, body }: ById & { body: ImportMapping },
): Promise<ContactImport> {
  return changeImport(ctx, params.id, async (row, { db, queue }) => {
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
    const revision = row.revision + 1;
    await queue.send(db, 'contact-import-read', { id: row.id, revision });
    return { columns, revision, state: 'reading', preview: null };
  });
}

export async function startImport(
  ctx: UserContext,
  { params, body }: ById & { body: ImportStart },
): Promise<ContactImport> {
  return changeImport(ctx, params.id, async (row, inside) => {
    const { db, queue, now } = inside;
    if (row.state === 'running' || row.state === 'done') return null;
    if (row.state === 'reading')
      throw conflict('We’re still reading the file. Please try again in a moment.');
    if (row.state !== 'ready') throw conflict('This import has ended. Upload the file again to import it.');
    await requireSome(inside, row, body.duplicates);
    await queue.send(db, 'contact-import-run', { id: row.id });
    const { duplicates, tags } = body;
    return { state: 'running', duplicates, tags, marked: markedColumns(), startedAt: now() };
  });
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
  let blobName: string | null = null;
  const canceled = await changeImport(ctx, params.id, async (row, { now }) => {
    if (row.state === 'canceled') return null;
    if (row.state !== 'reading' && row.state !== 'ready' && row.state !== 'running') {
      throw conflict('This import has ended. You can still undo it.');
    }
    blobName = row.blobName;
    return { state: 'canceled', preview: null, photosWanted: 0, finishedAt: now() };
  });
  if (blobName) await discardFiles(ctx.imports, blobName);
  return canceled;
}

export async function undoWholeImport(ctx: UserContext, { params }: ById): Promise<ContactImport> {
  return changeImport(ctx, params.id, async (row, { db, queue, now }) => {
    if (row.state === 'undoing' || row.state === 'undone') return null;
    if (!isOver(row) || !row.finishedAt) throw conflict('You can undo an import only after it ends.');
    if (row.added + row.filled === 0) throw conflict('This import changed nothing.');
    if (undoUntil(row.finishedAt) <= now()) {
      throw conflict('Imports can be undone for 30 days. Delete its contacts yourself instead.');
    }
    const [open] = await db
      .select({ id: contactImports.id })
      .from(contactImports)
      .where(and(whereCan(ctx, 'see', 'contactImport'), IS_OPEN_IMPORT))
      .limit(1);
    if (open) throw conflict('Another import is in progress. Finish or discard it first.');
    await queue.send(db, 'contact-import-undo', { id: row.id });
    return { state: 'undoing', removed: 0, kept: 0 };
  });
}
