import { findCard, toPublicCard } from '#server/cards/cards/cards.ts';
import { NAME_STYLE } from '#server/cards/cards/name-style.ts';
import { ownDrawing } from '#server/cards/cards/own-drawing.ts';
import type { UserContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { guessHanLanguage } from '#server/sharing/drawing/guess-han-language.ts';
import {
  BACKGROUND_SIZES,
  type BackgroundDesign,
  type BackgroundSide,
  type BackgroundSize,
} from '#shared/cards/backgrounds.ts';
import { backgroundFileName, contentDisposition } from '#shared/formats/file-names.ts';
import { qrSvg } from '#site/qr/qr.ts';
import { BACKGROUND_WIDTH, backgroundLayout } from './background-layout.ts';

interface BackgroundQuery {
  params: { id: string };
  query: { design: BackgroundDesign; side: BackgroundSide; size: BackgroundSize };
}

/** A meeting background with the code of an own card; one at a time per owner, in a separate process. */
export async function getBackground(ctx: UserContext, { params, query }: BackgroundQuery): Promise<FileBody> {
  const { card: row } = await findCard(ctx, 'share', params.id);
  const card = toPublicCard(row);
  const [width, height] = BACKGROUND_SIZES[query.size];
  const layout = backgroundLayout({
    card,
    design: query.design,
    side: query.side,
    // The fewest modules are the largest ones: a video picture is coarse, but nothing covers the code.
    code: qrSvg(`${ctx.requester.origin}/card/${row.id}?via=background`, { errorCorrection: 'low' }),
    manner: NAME_STYLE[card.template],
  });
  const drawing = { ...layout, han: guessHanLanguage(card), scale: width / BACKGROUND_WIDTH };
  const body = await ctx.keptDrawings.take(drawing, () =>
    ctx.drawings.run('png', drawing, ownDrawing(ctx, 'this background')),
  );
  const fileName = backgroundFileName(card.fullName, width, height);
  return { body, headers: { 'content-disposition': contentDisposition(fileName) } };
}
