import fs from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { importFilesIn as contactFilesOf } from '#server/people/import/imports.ts';
import { markedColumns } from '#server/people/import/read/import-columns.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { AccountImport } from '#shared/portability/archive.ts';
import { archiveFilesIn, discardArchive } from './account-imports.ts';
import { FILES_GONE, failArchive, isMissing } from './fail-archive.ts';
import { preventDeletion } from './prevent-deletion.ts';
import { type AccountImportRow, toOne } from './read-account-imports.ts';

const createConflict = (message: string) => new AppError('conflict', message);

/** Begins to import: the cards here, the contacts as an import of their own. */
export async function startArchive(ctx: UserContext, { params }: ById): Promise<AccountImport> {
  const region = await phoneRegionOf(ctx);
  let ready: AccountImportRow | null = null;
  const start = ctx.db.transaction(async (tx) => {
    const seen = await lockImport({ ...ctx, db: tx }, params.id);
    if (seen.state === 'running' || seen.state === 'done') return seen;
    if (seen.state === 'reading')
      throw createConflict('We’re still reading the archive. Please try again in a moment.');
    if (seen.state !== 'ready')
      throw createConflict('This import has ended. Upload the archive again to import it.');
    ready = seen;
    const contactImportId = await startContacts({ ...ctx, db: tx }, seen, region);
    await ctx.queue.send(tx, 'account-import-run', { id: seen.id });
    const [started] = await tx
      .update(accountImports)
      .set({ state: 'running', contactImportId })
      .where(eq(accountImports.id, seen.id))
      .returning();
    return started ?? seen;
  });
  const row = await start.catch(async (error: unknown) => {
    if (!ready || !isMissing(error)) throw error;
    await failArchive(ctx, ready, FILES_GONE);
    throw createConflict(FILES_GONE);
  });
  return toOne(ctx, row);
}

/** Null if there are none. */
async function startContacts(
  ctx: UserContext,
  { preview, blobName, fileName }: AccountImportRow,
  region: Awaited<ReturnType<typeof phoneRegionOf>>,
): Promise<string | null> {
  if (!preview || preview.contacts === 0) return null;
  const now = ctx.now();
  const values = {
    id: newId(),
    userId: ctx.account.id,
    ...{ fileName, blobName, region },
    state: 'running' as const,
    format: 'json' as const,
    source: 'goldleaf' as const,
    rows: preview.contacts,
    photosWanted: preview.photos,
    marked: markedColumns(),
    createdAt: now,
    startedAt: now,
  };
  const [made] = await ctx.db.insert(contactImports).values(values).onConflictDoNothing().returning();
  if (!made)
    throw createConflict(
      'A contact import is in progress. Finish or discard it under Import contacts first.',
    );
  const from = archiveFilesIn(blobName);
  const to = contactFilesOf(blobName);
  for (const name of ['rows', 'photos'] as const)
    await linkFile(ctx.accountImports.pathOf(from[name]), ctx.imports.pathOf(to[name]));
  await ctx.queue.send(ctx.db, 'contact-import-run', { id: made.id });
  return made.id;
}

/**
 * Gives the file another name, too: a process that is killed before the transaction ends leaves the first one as it
 * was. The second is swept when it is old and belongs to no import, so it becomes new.
 */
async function linkFile(from: string, to: string): Promise<void> {
  const now = new Date();
  await fs.utimes(from, now, now);
  await fs.link(from, to).catch((error: NodeJS.ErrnoException) => {
    // From a start that did not come to its end.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Discards an archive that was not imported yet. */
export async function cancelArchive(ctx: UserContext, { params }: ById): Promise<AccountImport> {
  let blobName: string | null = null;
  const row = await ctx.db.transaction(async (tx) => {
    const seen = await lockImport({ ...ctx, db: tx }, params.id);
    if (seen.state === 'canceled') return seen;
    if (seen.state !== 'reading' && seen.state !== 'ready') {
      throw createConflict('This import has started. You can undo its contacts under Import contacts.');
    }
    blobName = seen.blobName;
    const [canceled] = await tx
      .update(accountImports)
      .set({ state: 'canceled', preview: null, finishedAt: ctx.now() })
      .where(eq(accountImports.id, seen.id))
      .returning();
    return canceled ?? seen;
  });
  if (blobName) await discardArchive(ctx.accountImports, blobName);
  return toOne(ctx, row);
}

async function lockImport(ctx: UserContext, id: string): Promise<AccountImportRow> {
  await preventDeletion(ctx.db, ctx.account.id);
  const [row] = await ctx.db
    .select()
    .from(accountImports)
    .where(and(eq(accountImports.id, id), whereCan(ctx, 'edit', 'accountImport')))
    .for('update');
  if (!row) throw notFound('accountImport');
  return row;
}
