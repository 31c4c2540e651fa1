import { type PassThrough, Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { whereCan } from '#server/access/where-can.ts';
import { writeAccount } from '#server/account/write-account.ts';
import type { UserContext } from '#server/context.ts';
import { cardMedia } from '#server/db/media-schema.ts';
import { businessCards } from '#server/db/schema.ts';
import { sendBytes } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { PRODUCT } from '#shared/constants.ts';
import { accountFileName } from '#shared/file-names.ts';

/** Everything stored about the requester, streamed: one JSON file, plus `media/…` named as its URLs name them. */
export async function exportAccount(ctx: UserContext): Promise<FileBody> {
  return sendBytes(ctx, () => openZip(ctx), { fileName: accountFileName(ctx.now()) });
}

async function openZip(ctx: UserContext): Promise<Readable> {
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

/** The files that the requester's cards show, including cards that can still be restored. */
async function listMediaNames(ctx: UserContext): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ name: cardMedia.mediaName })
    .from(cardMedia)
    .innerJoin(businessCards, eq(businessCards.id, cardMedia.cardId))
    .where(whereCan(ctx, 'export', 'card'));
  const found = await Promise.all(
    rows.map(async ({ name }) => ((await ctx.blobs.sizeOf(name)) === null ? [] : [name])),
  );
  return found.flat();
}
