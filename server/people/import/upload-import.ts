import type { MultipartFile } from '@fastify/multipart';
import { and } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import type { Blobs } from '#server/infra/blobs.ts';
import { bodyTooLarge } from '#server/infra/http/body/read-body.ts';
import { endedEarly } from '#server/infra/http/serve.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { IMPORT_BYTES_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import type { ContactImport } from '#shared/people/import.ts';
import { discardFiles } from './imports.ts';
import { IS_OPEN_IMPORT, toImport } from './read-imports.ts';

const openElsewhere = () =>
  new AppError('conflict', 'Another import is in progress. Finish or discard it first.');

/** One import at a time: asked before the file is read. */
export async function refuseSecondImport(ctx: UserContext): Promise<void> {
  const [open] = await ctx.db
    .select({ id: contactImports.id })
    .from(contactImports)
    .where(and(whereCan(ctx, 'see', 'contactImport'), IS_OPEN_IMPORT))
    .limit(1);
  if (open) throw openElsewhere();
}

/** Keeps an uploaded file and begins to read it. */
export async function uploadImport(
  ctx: UserContext,
  { body: part }: { body: MultipartFile },
): Promise<ContactImport> {
  const blobName = await keepUpload(ctx.imports.files, part, IMPORT_BYTES_MAX);
  const row = {
    id: newId(),
    userId: ctx.account.id,
    fileName: cutText(cleanText(part.filename ?? ''), 200) || 'contacts',
    blobName,
    region: await phoneRegionOf(ctx),
    createdAt: ctx.now(),
  };
  try {
    return await ctx.db.transaction(async (tx) => {
      const [made] = await tx.insert(contactImports).values(row).onConflictDoNothing().returning();
      // Two uploads at once.
      if (!made) throw openElsewhere();
      await ctx.queue.send(tx, 'contact-import-read', { id: row.id, revision: 0 });
      return toImport(made);
    });
  } catch (error) {
    await discardFiles(ctx.imports, blobName);
    throw error;
  }
}

/** Writes the file to disk as it arrives, and reads the rest of one that is too large, so that the client hears so. */
export async function keepUpload(files: Blobs, part: MultipartFile, bytesMax: number): Promise<string> {
  const stage = await files.open().catch((error: unknown) => {
    part.file.resume();
    throw error;
  });
  let bytes = 0;
  try {
    for await (const piece of part.file as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes <= bytesMax) await stage.write(piece);
    }
  } catch {
    await stage.discard();
    throw endedEarly();
  }
  if (bytes > bytesMax || part.file.truncated) {
    await stage.discard();
    throw bodyTooLarge(bytesMax);
  }
  const staged = await stage.finish();
  await staged.flush();
  const blobName = `${crypto.randomUUID()}.upload`;
  await staged.keep(blobName);
  return blobName;
}
