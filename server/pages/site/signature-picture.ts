import { cardFile } from '#server/cards/cards/card-file.ts';
import type { CardRow } from '#server/cards/cards/read-card.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { VisitorContext } from '#server/context.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { paintCode } from '#server/sharing/code/paint-code.ts';
import { AppError } from '#shared/contract/errors.ts';
import { qrMatrix } from '#site/qr/qr.ts';
import { signatureLink } from '#site/signature/lines.ts';

/**
 * The pictures of email signatures. Mails are read for years: their addresses stay, their sizes stay, and where there
 * is nothing to show (any longer), they show a neutral figure instead of a broken picture.
 */

export const SIGNATURE_FILES = ['photo.jpg', 'logo.png', 'code.png'] as const;
type SignatureFile = (typeof SIGNATURE_FILES)[number];

/** Pixels a side: two for each CSS pixel, three for the code. */
const SIDE = 192;
const CODE_SIDE = 360;

/** A figure in light colors, 192 × 192, as PNG. */
const NEUTRAL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAMAAAADAAgMAAAAvsoSUAAAADFBMVEX7+vfn49rz8ezu6uOBpP77AAAACXBIWXMAAAsTAAALEwEAmpwYAAACIUlEQVRo3u3XO27CQBAG4B9bFC4oOYJLSnqOQMGrQMRHcBlR+RLcIYpESe9LcJT0ISGJPfZ4HsIERdntP8HujHf/wdK5EEAAAQQQQAABBHAz2CM6esAzLmtiB2t8rrMZZFeQWMHXD/A/ga4dfKzUCMpvENvACj/rYAKbCqQmkFUgMYGiApEF1LbAbaINtnUwNYB5HQwNYFYHiQGUdRAbAMjSwYqCgwoWFIxVsKVgqoI5BUMV5BSMVJBRkKhgRsGgf1BSEKugoCDqH+BGgAAeUzg3cDff/b8H9yeae28N9zXjvsjcV6X7MnZf9/4HJfM+Wbn3UXQ/u+6H3R0d/OHEHX/cAcsd4ar/lN4rhrqDrj9Ku8P6ZRwofONAmLICCOA3wdML8PpmB/vrrXFcesfjiQ3sqsv45J1FYwvY1J+sVAdrkuGiswo2NAmkvWe+XTPonhSQN0GigALKxAExjzHpAco/as2KEM+I+U+Q8hv3ukOqGlc7SLGYO1jIh9reBNgIQNe5E2x5MO0Ecx4MO8GMB4NOUPAg6gIde6a7Rnew5yM+tDo3aw25VdsNC60xms0BubfbNwGEQZcdO2A4VXKuMJwqOVeorddoP6it12g/GMpACgFDGUghoDZ3o8FhqBupHCx1q1fuBrCWwJkBKwkcGLCQwJgBWwlMGbCRQMqAuQSGfYBcAqM+QCaBhAEzCQweAkoJxH2AQgLR3wCA6aP+l+Aduzj9Fg7AxeAAAAAASUVORK5CYII=',
  'base64',
);

/** Mail apps that keep a picture ask again within the hour. */
const CACHE_CONTROL = 'public, max-age=3600, s-maxage=30';
const NEUTRAL_CACHE_CONTROL = 'public, max-age=300, s-maxage=30';

/** One picture of a card's signature; the neutral figure for any card the requester may not see. */
export async function signaturePicture(
  ctx: VisitorContext,
  id: string,
  file: SignatureFile,
): Promise<PreparedPage> {
  try {
    return await cardFile(ctx, {
      cardId: id,
      key: `/card/${id}/signature/${file}`,
      share: file === 'code.png' ? 'code' : 'preview',
      cacheControl: CACHE_CONTROL,
      make: async (card) => {
        const body = await paintSignature(ctx, card, file);
        return {
          contentType: body && file === 'photo.jpg' ? 'image/jpeg' : 'image/png',
          body: body ?? NEUTRAL,
        };
      },
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return preparePage({
      status: 200,
      contentType: 'image/png',
      body: NEUTRAL,
      headers: { 'cache-control': NEUTRAL_CACHE_CONTROL, 'x-content-type-options': 'nosniff' },
    });
  }
}

async function paintSignature(
  ctx: VisitorContext,
  card: CardRow,
  file: SignatureFile,
): Promise<Buffer | null> {
  if (file === 'code.png') {
    return paintCode(qrMatrix(signatureLink(card.id, ctx.requester.origin)), CODE_SIDE);
  }
  const isPhoto = file === 'photo.jpg';
  const bytes = await readOwnMedia(ctx, isPhoto ? card.profileImage : card.companyLogo);
  if (!bytes) return null;
  const request = { lane: 'page', key: card.id, name: 'the picture of this card' } as const;
  const task = { bytes, side: SIDE, type: isPhoto ? 'jpeg' : 'icon', isWhole: !isPhoto } as const;
  return ctx.pictures.run('crop', task, request);
}
