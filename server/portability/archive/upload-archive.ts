import type { MultipartFile } from '@fastify/multipart';
import { and } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { countFromNetwork } from '#server/cards/media/quota.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { bodyTooLarge } from '#server/infra/http/body/read-body.ts';
import { keepUpload } from '#server/people/import/upload-import.ts';
import { ARCHIVE_BYTES_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import type { AccountImport } from '#shared/portability/archive.ts';
import { discardArchive } from './account-imports.ts';
import { IS_OPEN_ACCOUNT_IMPORT, toOne } from './read-account-imports.ts';

const openElsewhere = () =>
  new AppError('conflict', 'Another archive import is in progress. Finish or discard it first.');

/** The parts of a form around its file. */
const FORM_BYTES = 64 * 1024;

/** One archive at a time, of a size that is taken, and no more from a network in a day than of media: asked before it is read. */
export async function refuseArchive(ctx: UserContext): Promise<void> {
  const bytes = Number(ctx.requester.header('content-length'));
  if (bytes > ARCHIVE_BYTES_MAX + FORM_BYTES) throw bodyTooLarge(ARCHIVE_BYTES_MAX);
  const [open] = await ctx.db
    .select({ id: accountImports.id })
    .from(accountImports)
    .where(and(whereCan(ctx, 'see', 'accountImport'), IS_OPEN_ACCOUNT_IMPORT))
    .limit(1);
  if (open) throw openElsewhere();
  await ctx.space.require();
  await countFromNetwork(ctx, bytes > 0 ? bytes : ARCHIVE_BYTES_MAX);
}

/** Keeps an uploaded archive and begins to read it. */
export async function uploadArchive(
  ctx: UserContext,
  { body: part }: { body: MultipartFile },
): Promise<AccountImport> {
  const blobName = await keepUpload(ctx.accountImports.files, part, ARCHIVE_BYTES_MAX);
  const row = {
    id: newId(),
    userId: ctx.account.id,
    fileName: cutText(cleanText(part.filename ?? ''), 200) || 'archive.zip',
    blobName,
    createdAt: ctx.now(),
  };
  const made = await ctx.db
    .transaction(async (tx) => {
      const [inserted] = await tx.insert(accountImports).values(row).onConflictDoNothing().returning();
      // Two uploads at once.
      if (!inserted) throw openElsewhere();
      await ctx.queue.send(tx, 'account-import-read', { id: row.id });
      return inserted;
    })
    .catch(async (error: unknown) => {
      await discardArchive(ctx.accountImports, blobName);
      throw error;
    });
  return toOne(ctx, made);
}
