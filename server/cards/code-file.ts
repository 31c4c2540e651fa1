import { findCard } from '#server/cards/cards.ts';
import { codeStyle, requireScannable } from '#server/cards/code-colors.ts';
import { codeCaption, codePicture, codeText } from '#server/cards/code-content.ts';
import { vectorsOf } from '#server/cards/code-vectors.ts';
import { paintCode } from '#server/cards/paint-code.ts';
import type { CardRow } from '#server/cards/read-card.ts';
import type { UserContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { CodeLook, CodePng } from '#shared/cards.ts';
import { contactQrFileName, contentDisposition, qrFileName } from '#shared/file-names.ts';
import { qrMatrix } from '#site/qr/qr.ts';
import { layOutQr, paintQr, type QrPaint } from '#site/qr/qr-art.ts';

/** A card's QR code as a download for its owner: PNG, SVG and PDF. */

/** The side of the PDF's code, in points: 90 mm, as on a poster or a table sign. */
const PDF_WIDTH = (90 / 25.4) * 72;
/** The width an SVG has where nobody says how wide it shall be, in pixels. */
const SVG_WIDTH = 600;

/** `size` is the side in pixels, including the quiet zone. */
export async function getCodeFile(ctx: UserContext, { params, query }: ById & { query: CodePng }) {
  const card = await openCard(ctx, params.id);
  const text = codeText(ctx, card, query.contains);
  const isCompact = !query.style && !query.from && !query.middle && query.ground === 'light';
  const body = isCompact
    ? await paintCode(qrMatrix(text, query.contains === 'contact' ? 'low' : 'medium'), query.size)
    : await ctx.pictures.run('draw', { svg: await paintLook(ctx, card, query, { side: query.size }) }, owners(ctx));
  return fileOf(card, query, 'png', body);
}

export async function getCodeSvg(ctx: UserContext, { params, query }: ById & { query: CodeLook }) {
  const card = await openCard(ctx, params.id);
  const caption = await codeCaption(ctx, card);
  const svg = await paintLook(ctx, card, query, caption ? { caption } : {});
  return fileOf(card, query, 'svg', Buffer.from(svg.replace('<svg ', `<svg width="${SVG_WIDTH}" `)));
}

export async function getCodePdf(ctx: UserContext, { params, query }: ById & { query: CodeLook }) {
  const card = await openCard(ctx, params.id);
  const text = codeText(ctx, card, query.contains);
  const style = codeStyle(query);
  await requireScannable(ctx, text, query);
  const caption = await codeCaption(ctx, card);
  const paint = await paintOf(ctx, card, query);
  const sheet = layOutQr(text, style, { ...paint, ...(caption ? { caption } : {}) });
  const picture = query.middle ? await codePicture(ctx, card, query.middle) : null;
  const document = vectorsOf(sheet, style, { width: PDF_WIDTH, title: card.fullName, picture });
  return fileOf(card, query, 'pdf', await ctx.pictures.run('pdf', document, owners(ctx)));
}

async function openCard(ctx: UserContext, id: string): Promise<CardRow> {
  await ctx.limits.take('cardFile', subscriberOf(ctx.requester.address));
  return (await findCard(ctx, 'export', id)).card;
}

async function paintOf(ctx: UserContext, card: CardRow, look: CodeLook): Promise<QrPaint> {
  const picture = look.middle ? await codePicture(ctx, card, look.middle) : null;
  return {
    use: look.contains,
    isDark: look.ground === 'dark',
    ...(picture ? { middle: { image: `data:image/jpeg;base64,${picture.toString('base64')}` } } : {}),
  };
}

/** The code as SVG; refused in colors that cannot be scanned. */
async function paintLook(ctx: UserContext, card: CardRow, look: CodeLook, side?: number): Promise<string> {
  const text = codeText(ctx, card, look.contains);
  await requireScannable(ctx, text, look);
  const paint = await paintOf(ctx, card, look);
  return paintQr(text, codeStyle(look), { ...paint, ...more });
}

function fileOf(
  { fullName }: CardRow,
  { contains }: CodeLook,
  type: 'png' | 'svg' | 'pdf',
  body: Buffer,
): FileBody {
  const name = contains === 'link' ? qrFileName(fullName, type) : contactQrFileName(fullName, type);
  return { body, headers: { 'content-disposition': contentDisposition(name) } };
}

/** One at a time per owner, in a separate process. */
const owners = (ctx: UserContext) => ({ lane: 'upload', key: ctx.user.id, name: 'this QR code' }) as const;
