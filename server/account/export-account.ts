import { type PassThrough, Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { whereCan } from '#server/access/where-can.ts';
import { writeAccount } from '#server/account/write-account.ts';
import { requireIdentity } from '#server/auth/confirm-identity.ts';
import type { UserContext } from '#server/context.ts';
import { cardDrafts } from '#server/db/draft-schema.ts';
import { cardMedia } from '#server/db/media-schema.ts';
import { businessCards } from '#server/db/schema.ts';
import { recordAccountEvent } from '#server/history/account-events.ts';
import { sendBytes } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { PRODUCT } from '#shared/constants.ts';
import { accountFileName } from '#shared/file-names.ts';

/**
 * Everything stored about the requester, streamed: one JSON file, plus `media/…` named as its URLs name them. Whoever
 * finds an open session must not be able to carry it all away, so the requester is asked who they are.
 */
export async function exportAccount(ctx: UserContext): Promise<FileBody> {
  await requireIdentity(ctx);
  return sendBytes(ctx, () => openZip(ctx), {
    fileName: accountFileName(ctx.now()),
    onSend: () => recordAccountEvent(ctx, ctx.db, ctx.user.id, 'exported', { name: 'Everything' }),
  });
}

/** The same for whom `ctx.user` names, without asking anybody. */
export async function openZip(ctx: UserContext): Promise<Readable> {
  const names = await listMediaNames(ctx);
  const zip = new ZipFile();
  const body = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => body.destroy(error));
  const add = (path: string, open: () => Readable, compress: boolean) =>
    zip.addReadStreamLazy(path, { compress }, (pass) => pass(null, untilClosed(open(), body)));
  add(`${PRODUCT.toLowerCase()}.json`, () => Readable.from(writeAccount(ctx)), true);
  // Pictures and videos are already compressed.
  for (const name of names) add(`media/${name}`, () => ctx.blobs.read(name), false);
  zip.end();
  return body;
}

/**
 * yazl uses pipes, which do not propagate errors: this aborts the download if a source fails, and closes a source that
 * nobody reads.
 */
function untilClosed(source: Readable, body: PassThrough): Readable {
  body.once('close', () => source.destroy());
  return source.once('error', (error) => body.destroy(error));
}

/** The files of the requester's cards, including those that can still be restored, and of their drafts. */
async function listMediaNames(ctx: UserContext): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ name: cardMedia.mediaName })
    .from(cardMedia)
    .innerJoin(businessCards, eq(businessCards.id, cardMedia.cardId))
    .where(whereCan(ctx, 'export', 'card'));
  const drafts = await ctx.db
    .select({ names: cardDrafts.mediaNames })
    .from(cardDrafts)
    .where(whereCan(ctx, 'export', 'draft'));
  const names = new Set([...rows.map(({ name }) => name), ...drafts.flatMap((draft) => draft.names)]);
  const found = await Promise.all(
    [...names].map(async (name) => ((await ctx.blobs.sizeOf(name)) === null ? [] : [name])),
  );
  return found.flat();
}
