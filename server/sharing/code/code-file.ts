import { findCard } from '#server/cards/cards/cards.ts';
import { ownDrawing } from '#server/cards/cards/own-drawing.ts';
import type { CardRow } from '#server/cards/cards/read-card.ts';
import type { UserContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { codeStyle, requireScannable } from '#server/sharing/code/code-colors.ts';
import { codeCaption, codePaint, codeText } from '#server/sharing/code/code-content.ts';
import { drawVectors } from '#server/sharing/code/code-vectors.ts';
import { paintCode } from '#server/sharing/code/paint-code.ts';
import type { CodeLook, CodePng } from '#shared/cards/cards.ts';
import { contactQrFileName, contentDisposition, qrFileName } from '#shared/formats/file-names.ts';
import { qrMatrix } from '#site/qr/qr.ts';
import { layOutQr, paintQr } from '#site/qr/qr-art.ts';

/** A card's QR code as a download for its owner: PNG, SVG and PDF. */

/** The side of the PDF's code, in points: 90 mm, as on a poster or a table sign. */
const PDF_WIDTH = (90 / 25.4) * 72;
/** The width an SVG has where nobody says how wide it shall be, in pixels. */
const SVG_WIDTH = 600;

/** `size` is the side in pixels, including the quiet zone. */
export async function getCodeFile(ctx: UserContext, { params, query }: ById & { query: CodePng }) {
  const card = await openCard(ctx, params.id);
  const isCompact = !query.style && !query.from && !query.middle && query.ground === 'light';
  if (isCompact) {
    const errorCorrection = query.contains === 'contact' ? 'low' : 'medium';
    const matrix = qrMatrix(codeText(ctx, card, query.contains), errorCorrection);
    return toFile(card, query, 'png', await paintCode(matrix, query.size));
  }
  const { text, style, paint } = await designCode(ctx, card, query);
  const svg = paintQr(text, style, { ...paint, side: query.size });
  const draw = () => ctx.pictures.run('draw', { svg }, ownDrawing(ctx, 'this QR code'));
  return toFile(card, query, 'png', await ctx.keptDrawings.take({ svg }, draw));
}

export async function getCodeSvg(ctx: UserContext, { params, query }: ById & { query: CodeLook }) {
  const card = await openCard(ctx, params.id);
  const { text, style, paint } = await designCode(ctx, card, query);
  const caption = await codeCaption(ctx, card);
  const svg = paintQr(text, style, { ...paint, ...(caption ? { caption } : {}) });
  return toFile(card, query, 'svg', Buffer.from(svg.replace('<svg ', `<svg width="${SVG_WIDTH}" `)));
}

export async function getCodePdf(ctx: UserContext, { params, query }: ById & { query: CodeLook }) {
  const card = await openCard(ctx, params.id);
  const { text, style, paint, picture } = await designCode(ctx, card, query);
  const caption = await codeCaption(ctx, card);
  const sheet = layOutQr(text, style, { ...paint, ...(caption ? { caption } : {}) });
  const document = drawVectors(sheet, style, { width: PDF_WIDTH, title: card.fullName, picture });
  const draw = () => ctx.pictures.run('pdf', document, ownDrawing(ctx, 'this QR code'));
  return toFile(card, query, 'pdf', await ctx.keptDrawings.take(document, draw));
}

const openCard = async (ctx: UserContext, id: string): Promise<CardRow> =>
  (await findCard(ctx, 'share', id)).card;

/** The content and look of a code; refused in colors in which it could not be scanned. */
async function designCode(ctx: UserContext, card: CardRow, look: CodeLook) {
  const text = codeText(ctx, card, look.contains);
  const { paint, picture } = await codePaint(ctx, card, look);
  await requireScannable(ctx, text, look, paint);
  return { text, style: codeStyle(look), paint, picture };
}

function toFile(
  { fullName }: CardRow,
  { contains }: CodeLook,
  type: 'png' | 'svg' | 'pdf',
  body: Buffer,
): FileBody {
  const name = contains === 'link' ? qrFileName(fullName, type) : contactQrFileName(fullName, type);
  return { body, headers: { 'content-disposition': contentDisposition(name) } };
}
