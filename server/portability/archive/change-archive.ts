import { and, eq } from 'drizzle-orm';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { countFromNetwork } from '#server/cards/media/quota.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { bodyTooLarge } from '#server/infra/http/body/read-body.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { cancelWork, conflict, startWork } from '#server/infra/long-work/change-work.ts';
import { failWork, isMissing } from '#server/infra/long-work/fail-work.ts';
import { DUE_NOW } from '#server/infra/long-work/lease.ts';
import { nameIn } from '#server/infra/long-work/long-work.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import { refuseSecond } from '#server/infra/long-work/upload-work.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { importWork } from '#server/people/import/import-work.ts';
import { IMPORT_ENDINGS } from '#server/people/import/imports.ts';
import { markedColumns } from '#server/people/import/read/import-columns.ts';
import { ARCHIVE_BYTES_MAX } from '#shared/contract/constants.ts';
import type { AccountImport } from '#shared/portability/archive.ts';
import { archiveWork } from './archive-work.ts';
import { type AccountImportRow, toOne } from './read-account-imports.ts';

/** The parts of a form around its file. */
const FORM_BYTES = 64 * 1024;

/** One archive at a time, of a size that is taken, and no more from a network in a day than of media: asked before it is read. */
export async function refuseArchive(ctx: UserContext): Promise<void> {
  const bytes = Number(ctx.requester.header('content-length'));
  if (bytes > ARCHIVE_BYTES_MAX + FORM_BYTES) throw bodyTooLarge(ARCHIVE_BYTES_MAX);
  await refuseSecond(ctx, archiveWork);
  await ctx.space.require();
  await countFromNetwork(ctx, bytes > 0 ? bytes : ARCHIVE_BYTES_MAX);
}

/** Begins to import: the cards here, the contacts as an import of their own. */
export async function startArchive(ctx: UserContext, { params }: ById): Promise<AccountImport> {
  const region = await phoneRegionOf(ctx);
  const brought = await bringContacts(ctx, params.id);
  const row = await startWork(ctx, archiveWork, params.id, async (row, inside) => ({
    contactImportId: await startContacts(inside, row, { region, brought }),
  }));
  ctx.queue.wake(importWork.name);
  return toOne(ctx, row);
}

const hasContacts = ({ preview }: AccountImportRow): boolean => preview !== null && preview.contacts > 0;

/**
 * Copies the files of the contacts for their import, before any lock: the store may be far. Returns their name; null if
 * there are none, or nothing is ready. Copies that no import takes are swept.
 */
async function bringContacts(ctx: UserContext, id: string): Promise<string | null> {
  const isReady = and(
    eq(accountImports.id, id),
    whereCan(ctx, 'edit', archiveWork.kind),
    eq(accountImports.state, 'ready'),
  );
  const [row] = await ctx.db.select().from(accountImports).where(isReady);
  if (!row || !hasContacts(row)) return null;
  try {
    for (const ending of IMPORT_ENDINGS)
      await ctx.accountImports.store.copyTo(ctx.imports.store, nameIn(row.blobName, ending));
    return row.blobName;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { filesGone } = archiveWork.words;
    await failWork(ctx, archiveWork, row, filesGone);
    throw conflict(filesGone);
  }
}

/** Null if there are none. */
async function startContacts(
  ctx: UserContext,
  row: AccountImportRow,
  { region, brought }: { region: Awaited<ReturnType<typeof phoneRegionOf>>; brought: string | null },
): Promise<string | null> {
  const { preview, blobName, fileName } = row;
  if (!preview || !hasContacts(row)) return null;
  // It has become ready in between.
  if (brought !== blobName) throw conflict('We’re still reading the archive. Please try again in a moment.');
  reachPoint(archiveWork.name, 'contacts to come');
  const now = ctx.now();
  const values = {
    id: newId(),
    ...stampNew(ctx, 'contactImport'),
    ...{ fileName, blobName, region },
    state: 'running' as const,
    format: 'json' as const,
    source: 'goldleaf' as const,
    rows: preview.contacts,
    photosWanted: preview.photos,
    marked: markedColumns(),
    createdAt: now,
    startedAt: now,
    ...DUE_NOW,
  };
  const [made] = await ctx.db.insert(contactImports).values(values).onConflictDoNothing().returning();
  if (!made)
    throw conflict('A contact import is in progress. Finish or discard it under Import contacts first.');
  return made.id;
}

/** Discards an archive that was not imported yet. */
export async function cancelArchive(ctx: UserContext, { params }: ById): Promise<AccountImport> {
  const states = ['reading', 'ready'];
  const refusal = 'This import has started. You can undo its contacts under Import contacts.';
  return toOne(ctx, await cancelWork(ctx, archiveWork, params.id, { states, refusal }));
}
