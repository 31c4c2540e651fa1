import type { MultipartFile } from '@fastify/multipart';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { limitBytes } from '#server/cards/media/store-media.ts';
import { withArriving } from '#server/cards/media/upload-media.ts';
import type { UserContext } from '#server/context.ts';
import { users } from '#server/db/schema/users.ts';
import { askModel } from '#server/messages/model/ask-model.ts';
import { NoModelAnswer } from '#server/messages/model/models.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ReadPaperCard } from '#shared/people/paper-cards.ts';
import { questionAbout } from './question.ts';
import { toPaperCard } from './to-paper-card.ts';

/** Reads a photo of a paper card with the language model. Neither the photo nor what it says is kept. */

/** Providers scale larger pictures down to about this, in pixels a side; small print is still legible. */
const SIDE_MAX = 1_568;

/** Refuses before the photo is read. */
export async function requireModel({ models, account }: UserContext): Promise<void> {
  if (!models.model) throw new AppError('conflict', 'AI isn’t set up here to read cards.');
  if (!account.usesLanguageModel) throw switchedOff();
}

const switchedOff = () => new AppError('conflict', 'You’ve turned AI off. Read the card on your device.');

/** The photo may have taken minutes to arrive: its owner may have changed their mind. */
async function requireStill({ db, account }: UserContext): Promise<void> {
  const [now] = await db
    .select({ usesLanguageModel: users.usesLanguageModel })
    .from(users)
    .where(whereCan(systemFor(account.id), 'see', 'account'));
  if (!now?.usesLanguageModel) throw switchedOff();
}

/** The details on the card, for its owner to confirm field by field; nothing is added to their contacts. */
export async function readPaperCard(
  ctx: UserContext,
  { body: part }: { body: MultipartFile },
): Promise<ReadPaperCard> {
  const gone = ctx.whenGone();
  const { photo, spentMs } = await receivePhoto(ctx, part);
  await requireStill(ctx);
  try {
    const answer = await askModel(ctx, { ...questionAbout(photo), signal: gone, spentMs });
    return { card: toPaperCard(answer), reason: null };
  } catch (error) {
    // Nobody reads it.
    if (gone.aborted) throw new AppError('bad_request', 'The request was cancelled.');
    if (!(error instanceof NoModelAnswer)) throw error;
    ctx.log.warn(
      { error: (error.cause as Error | undefined)?.message ?? error.message },
      'No paper card read by the model',
    );
    return { card: null, reason: error.message };
  }
}

/** The photo, decoded and encoded again, so that nothing of the file but its pixels goes on. */
async function receivePhoto(
  ctx: UserContext,
  part: MultipartFile,
): Promise<{ photo: Buffer; spentMs: number }> {
  return withArriving(part, 'image', async ({ whole, name }) => {
    // Photos waiting for their turn wait on disk.
    const { file, discard } = await ctx.blobs.stage(limitBytes(whole, name, 'image'));
    const arrivedAt = performance.now();
    try {
      const request = { lane: 'upload', key: ctx.account.id, name } as const;
      const photo = await ctx.pictures.run('legible', { file, side: SIDE_MAX }, request);
      return { photo, spentMs: performance.now() - arrivedAt };
    } finally {
      await discard();
    }
  });
}
