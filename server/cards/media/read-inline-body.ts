import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { createInlineScanner, type InlineStep } from '#server/cards/media/inline-scanner.ts';
import { giveBack, reserveSpace } from '#server/cards/media/quota.ts';
import type { UserContext } from '#server/context.ts';
import type { OpenStage, StagedBlob } from '#server/infra/blobs/blobs.ts';
import type { ReadBody, ReaderBounds } from '#server/infra/http/body/body-reader.ts';
import { announcedLength, bodyTooLarge } from '#server/infra/http/body/read-body.ts';
import { parseBoundedJson } from '#server/infra/http/body/read-json.ts';
import { requestEndedEarly } from '#server/infra/http/refusals.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { BYTES_MAX, type MediaKind, tooLargeMessage } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';

/**
 * Reads the body of a card as it arrives: inline media are staged as files, and only the rest is parsed as JSON. A
 * value that is written unusually (an escaped `d`, a space before it) stays in that rest, within its limits.
 */

const KINDS = new Map<string, MediaKind>(
  namesOf(CARD_FIELDS, 'media', 'mediaList').map((slot) => [slot, CARD_FIELDS[slot].of] as const),
);
/** More than all slots of a card can take together. */
const FILES_MAX = 80;

/** Bytes processed in one turn of the event loop; other requests are served in between, whatever the bytes contain. */
const SLICE_BYTES = 16 * 1024;

const createUnusual = () =>
  new AppError('bad_request', 'A photo or video isn’t plain base64. Please send it that way.');

/** The `BodyReader` of the two card endpoints. */
export async function readInlineBody(
  ctx: UserContext,
  body: IncomingMessage,
  bounds: ReaderBounds,
): Promise<ReadBody> {
  const refuse = () => bodyTooLarge(bounds.totalBytes);
  if (announcedLength(body) > bounds.totalBytes) throw refuse();
  const staging = createStaging(ctx, Math.min(announcedLength(body) || bounds.totalBytes, bounds.totalBytes));
  const scanner = createInlineScanner({
    isSlot: (field) => KINDS.has(field),
    nextToken: staging.nextToken,
    jsonBytes: bounds.jsonBytes,
    refuse: () => bodyTooLarge(bounds.jsonBytes),
    refuseSpelling: createUnusual,
  });
  // The connection stays open when we stop early, so that the sender receives the reason.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const nextChunk = () =>
    chunks.next().catch(() => {
      throw requestEndedEarly();
    });
  try {
    let length = 0;
    for (let next = await nextChunk(); !next.done; next = await nextChunk()) {
      length += next.value.length;
      if (length > bounds.totalBytes) throw refuse();
      for (let at = 0; at < next.value.length; at += SLICE_BYTES) {
        for (const step of scanner.feed(next.value.subarray(at, at + SLICE_BYTES))) await staging.take(step);
        await turn();
      }
    }
    const skeleton = scanner.skeleton();
    const content = skeleton.length === 0 ? undefined : parseBoundedJson(skeleton);
    return { content, context: { inline: staging.inline() }, release: staging.release };
  } catch (error) {
    await chunks.return?.();
    await staging.release();
    throw error;
  }
}

/** The files of one request; space for all of them is reserved before the first. */
function createStaging(ctx: UserContext, announced: number) {
  const files = new Map<string, StagedBlob>();
  const nonce = randomBytes(16).toString('hex');
  let tokens = 0;
  let reservationId: string | null = null;
  let open: { stage: OpenStage; slot: string; token: string; bytes: number } | null = null;

  const begin = async (slot: string, token: string) => {
    if (files.size >= FILES_MAX) {
      throw new AppError(
        'too_large',
        'That’s more photos and videos than a card can hold. Please send fewer.',
      );
    }
    // Four base64 characters encode three bytes.
    reservationId ??= await reserveSpace(ctx, Math.ceil((announced * 3) / 4));
    open = { stage: await ctx.blobs.open(), slot, token, bytes: 0 };
  };
  const write = async (bytes: Buffer) => {
    if (!open) return;
    const { slot } = open;
    const kind = KINDS.get(slot) ?? 'image';
    open.bytes += bytes.length;
    if (open.bytes > BYTES_MAX[kind]) {
      const message = tooLargeMessage('This file', kind);
      throw new AppError('too_large', message, { fields: { [slot]: message } });
    }
    await open.stage.write(bytes);
  };
  const end = async () => {
    if (!open) return;
    const { stage, token } = open;
    files.set(token, await stage.finish());
    open = null;
  };

  return {
    /** Shaped like an inline value, so that it passes validation, and unguessable. */
    nextToken() {
      tokens += 1;
      return `data:goldleaf/staged;nonce=${nonce};base64,${tokens}`;
    },
    async take(step: InlineStep) {
      if (step.step === 'begin') await begin(step.slot, step.token);
      else if (step.step === 'bytes') await write(step.bytes);
      else await end();
    },
    inline: () => ({ files, reservationId }),
    async release() {
      await open?.stage.discard();
      for (const file of files.values()) await file.discard();
      if (reservationId) await giveBack(ctx, reservationId);
    },
  };
}
