import { ownDrawing } from '#server/cards/cards/own-drawing.ts';
import { readPhones } from '#server/cards/cards/phones.ts';
import type { CardRow } from '#server/cards/cards/read-card.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { UserContext } from '#server/context.ts';
import type { CodeLook } from '#shared/cards/cards.ts';
import type { QR_CONTENTS, QR_MIDDLES } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { shortVcard, toShortContact } from '#shared/sharing/short-vcard.ts';
import type { Caption, QrPaint } from '#site/qr/qr-art.ts';

/** The text of a code, and the picture in its middle. */

/** The card's address, or the contact itself for phones without a network. */
export function codeText(
  { requester }: UserContext,
  card: CardRow,
  contains: (typeof QR_CONTENTS)[number],
): string {
  const link = `${requester.origin}/card/${card.id}`;
  if (contains === 'link') return link;
  return shortVcard(toShortContact({ ...card, phonesE164: readPhones(card) }), link);
}

/** Enough for the middle of a code of 2,048 pixels. */
const PICTURE_SIDE = 480;

const NONE = {
  photo: 'This card has no profile picture. Add one in the editor, or choose a code without it.',
  logo: 'This card has no company logo. Add one in the editor, or choose a code without it.',
};

/** A square JPEG: the photo cut to it, the logo whole on white. 422 if the card has none. */
async function codePicture(
  ctx: UserContext,
  card: CardRow,
  middle: (typeof QR_MIDDLES)[number],
): Promise<Buffer> {
  const bytes = await readOwnMedia(ctx, middle === 'photo' ? card.profileImage : card.companyLogo);
  if (!bytes) throw new AppError('invalid', NONE[middle]);
  const request = ownDrawing(ctx, 'the picture in the middle');
  const task = { bytes, side: PICTURE_SIDE, type: 'jpeg', isWhole: middle === 'logo' } as const;
  return ctx.pictures.run('crop', task, request);
}

/** How a code is drawn apart from its style, with the very picture in its middle, which vector files need by itself. */
export async function codePaint(
  ctx: UserContext,
  card: CardRow,
  { contains, ground, middle }: CodeLook,
): Promise<{ paint: QrPaint; picture: Buffer | null }> {
  const picture = middle ? await codePicture(ctx, card, middle) : null;
  const image = picture && `data:image/jpeg;base64,${picture.toString('base64')}`;
  const paint = { use: contains, isDark: ground === 'dark', ...(image ? { middle: { image } } : {}) };
  return { paint, picture };
}

/** Sizes of the name, as shares of the code's width in thousandths: a long one gets smaller before it is cut. */
const CAPTION = { sizes: [46, 40, 34], width: 860 };

/** The name beneath a code as outlines; undefined if nothing of it can be drawn. */
export async function codeCaption(ctx: UserContext, { fullName }: CardRow): Promise<Caption | undefined> {
  const request = ownDrawing(ctx, 'the name beneath this code');
  const [line] = await ctx.drawings.run('lines', { lines: [{ text: fullName, ...CAPTION }] }, request);
  if (!line || line.size === 0) return undefined;
  return {
    ...line,
    emoji: line.emoji.map(({ png, ...place }) => ({ ...place, png: png.toString('base64') })),
  };
}
