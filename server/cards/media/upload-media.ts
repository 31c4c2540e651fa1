import type { MultipartFile } from '@fastify/multipart';
import { mayAs } from '#server/access/rules.ts';
import { whereCan } from '#server/access/where-can.ts';
import { detectMediaType, HEAD_BYTES, type MediaType, requireKind } from '#server/cards/media/media-type.ts';
import { withRoom } from '#server/cards/media/quota.ts';
import { chargeUpload, storeMedia } from '#server/cards/media/store-media.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { endedEarly } from '#server/infra/http/serve.ts';
import type { Media } from '#shared/cards/media.ts';
import { BYTES_MAX, type MediaKind } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Stores one uploaded file; the server detects its type from its content. */
export async function uploadMedia(
  ctx: UserContext,
  { query, body: part }: { query: { kind?: MediaKind | undefined }; body: MultipartFile },
): Promise<Media> {
  return withArriving(part, query.kind, ({ whole, ...arrived }) =>
    withRoom(ctx, readSize(ctx), (holder) =>
      storeMedia(ctx, whole, { holder, charge: chargeUpload(ctx), ...arrived }),
    ),
  );
}

/** Throws 403 for a member of a team without a card in it: they have nothing there that shows a file. */
export async function requirePlace(ctx: UserContext): Promise<void> {
  if (mayAs(ctx, 'card', 'add') || (await ctx.db.$count(businessCards, whereCan(ctx, 'edit', 'card'))) > 0)
    return;
  throw new AppError('forbidden', 'You can add files to this team once you hold one of its cards.');
}

/** A file that is being uploaded: its bytes, of which `found` has seen the first, and its name in messages. */
interface Arriving {
  whole: AsyncGenerator<Buffer>;
  name: string;
  found: MediaType;
}

/** Hands over a file as it arrives, if it is of the wanted kind; what is left of a refused one is read and discarded. */
export async function withArriving<T>(
  part: MultipartFile,
  wanted: MediaKind | undefined,
  use: (arrived: Arriving) => Promise<T>,
): Promise<T> {
  const name = part.filename || 'This file';
  const chunks = readChunks(part.file);
  try {
    const head = await takeBytes(chunks, HEAD_BYTES);
    const found = await detectMediaType(head);
    requireKind(found, wanted, name);
    return await use({ whole: joinBytes(head, chunks), name, found });
  } catch (error) {
    // Browsers read a response only after they have sent everything.
    await drainChunks(chunks).catch(() => {});
    throw error;
  }
}

/** The maximum size of the upload, including the few bytes of its form. */
function readSize(ctx: UserContext): number {
  const announced = Number(ctx.requester.header('content-length'));
  return announced > 0 ? Math.min(announced, BYTES_MAX.video) : BYTES_MAX.video;
}

type Chunks = AsyncIterableIterator<Buffer>;

/** The chunks of an upload; an aborted one throws our own error. Leaving the loop early does not end the stream. */
function readChunks(stream: AsyncIterable<Buffer>): Chunks {
  const chunks = stream[Symbol.asyncIterator]();
  return {
    next: () =>
      chunks.next().catch(() => {
        throw endedEarly();
      }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Reads until there are `length` bytes, or fewer at the end; the rest stays unread. */
async function takeBytes(chunks: Chunks, length: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  for (let missing = length; missing > 0; ) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    missing -= next.value.length;
  }
  return Buffer.concat(taken);
}

async function* joinBytes(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** Reads to the end and discards everything. */
async function drainChunks(chunks: Chunks): Promise<void> {
  while (!(await chunks.next()).done);
}
