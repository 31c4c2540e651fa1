import type { MultipartFile } from '@fastify/multipart';
import { and } from 'drizzle-orm';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { isDiskFull } from '#server/db/open.ts';
import { type Blobs, keepStaged } from '#server/infra/blobs/blobs.ts';
import { bodyTooLarge } from '#server/infra/http/body/read-body.ts';
import { endedEarly } from '#server/infra/http/serve.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import { conflict } from './change-work.ts';
import { DUE_NOW } from './lease.ts';
import { discardUpload, isOpenWork, type LongWork, type LongWorkRow } from './long-work.ts';
import { reachPoint } from './points.ts';

/** One at a time for each account: a unique index sees to it, and this asks before the file is read. */
export async function refuseSecond(ctx: UserContext, work: LongWork): Promise<void> {
  const isOpen = and(whereCan(ctx, 'see', work.kind), isOpenWork(work));
  if ((await ctx.db.$count(work.table, isOpen)) > 0) throw conflict(work.words.openElsewhere);
}

/** Keeps an uploaded file and begins to read it. */
export async function uploadWork<Row extends LongWorkRow>(
  ctx: UserContext,
  work: LongWork<Row>,
  part: MultipartFile,
  known: object = {},
): Promise<Row> {
  const blobName = await keepUpload(work.stateOf(ctx).store, part, work.bytesMax);
  reachPoint(work.name, 'upload kept');
  const row = {
    id: newId(),
    ...stampNew(ctx, work.kind),
    fileName: cutText(cleanText(part.filename ?? ''), 200) || work.words.fileName,
    blobName,
    createdAt: ctx.now(),
    ...DUE_NOW,
    ...known,
  };
  try {
    const [made] = (await ctx.db.insert(work.table).values(row).onConflictDoNothing().returning()) as Row[];
    // Two uploads at once.
    if (!made) throw conflict(work.words.openElsewhere);
    reachPoint(work.name, 'row made');
    ctx.queue.wake(work.name);
    return made;
  } catch (error) {
    await discardUpload(ctx, work, row);
    throw error;
  }
}

/** Writes the file to disk as it arrives, and reads the rest of one that is too large, so that the client hears so. */
async function keepUpload(files: Blobs, part: MultipartFile, bytesMax: number): Promise<string> {
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
  } catch (error) {
    await stage.discard();
    throw isDiskFull(error) ? error : endedEarly();
  }
  if (bytes > bytesMax || part.file.truncated) {
    await stage.discard();
    throw bodyTooLarge(bytesMax);
  }
  const blobName = `${crypto.randomUUID()}.upload`;
  await keepStaged(await stage.finish(), blobName);
  return blobName;
}
