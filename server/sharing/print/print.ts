import type { CardRow } from '#server/cards/cards/cards.ts';
import { findCard, toPublicCard } from '#server/cards/cards/cards.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { UserContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { guessHanLanguage } from '#server/sharing/drawing/guess-han-language.ts';
import type { CardFieldName } from '#shared/cards/card-fields.ts';
import { badgeFileName, businessCardFileName, contentDisposition } from '#shared/formats/file-names.ts';
import { nameParts } from '#shared/names/names.ts';
import type { BadgePrint, CardPrint, PrintPreview } from '#shared/sharing/print.ts';
import type { PrintPicture } from '#shared/sharing/print-choices.ts';
import { listContactLines, listPlace } from '#site/card/contact/contact-lines.ts';
import type { BadgeJob, CardJob, PrintPictureFile } from './print-job.ts';

/** Business cards and name badges, for a card's owner. */

interface CardInput {
  params: { cardId: string };
  query: CardPrint;
}
interface BadgeInput {
  params: { cardId: string };
  query: BadgePrint;
}

export async function getCardPdf(ctx: UserContext, input: CardInput): Promise<FileBody> {
  const job = await cardJob(ctx, input);
  return { body: await makePdf(ctx, job), headers: nameFile(businessCardFileName(job.fullName)) };
}

export async function getBadgePdf(ctx: UserContext, input: BadgeInput): Promise<FileBody> {
  const job = await badgeJob(ctx, input);
  return { body: await makePdf(ctx, job), headers: nameFile(badgeFileName(job.fullName)) };
}

export async function previewCard(ctx: UserContext, input: CardInput): Promise<PrintPreview> {
  return { pages: await ctx.prints.run('preview', await cardJob(ctx, input), requestOf(ctx)) };
}

export async function previewBadge(ctx: UserContext, input: BadgeInput): Promise<PrintPreview> {
  return { pages: await ctx.prints.run('preview', await badgeJob(ctx, input), requestOf(ctx)) };
}

const nameFile = (fileName: string) => ({ 'content-disposition': contentDisposition(fileName) });

const requestOf = ({ user }: UserContext) => ({ lane: 'upload', key: user.id, name: 'this card' }) as const;

/** A copy: what comes from another process is a plain array of bytes. */
const makePdf = async (ctx: UserContext, job: CardJob | BadgeJob): Promise<Buffer> =>
  Buffer.from(await ctx.prints.run('pdf', job, requestOf(ctx)));

async function cardJob(ctx: UserContext, { params, query }: CardInput): Promise<CardJob> {
  const { card } = await findCard(ctx, 'share', params.cardId);
  const { size, design, fields, marks } = query;
  return {
    product: 'card',
    size,
    design,
    hasMarks: marks === 'on',
    contacts: listContacts(card, fields),
    ...(await readCommon(ctx, card, query.picture)),
  };
}

async function badgeJob(ctx: UserContext, { params, query }: BadgeInput): Promise<BadgeJob> {
  const { card } = await findCard(ctx, 'share', params.cardId);
  const picture = query.size === 'a6' ? query.picture : 'none';
  return { product: 'badge', size: query.size, ...(await readCommon(ctx, card, picture)) };
}

async function readCommon(ctx: UserContext, card: CardRow, picture: PrintPicture) {
  const { fullName, template, primaryColor, secondaryColor } = card;
  return {
    fullName,
    nameLines: splitName(card),
    jobTitle: card.jobTitle ?? '',
    company: card.company ?? '',
    template,
    primaryColor,
    secondaryColor,
    picture: await readPicture(ctx, card, picture),
    link: `${ctx.requester.origin}/card/${card.id}?via=print`,
    han: guessHanLanguage(toPublicCard(card)),
    title: `${fullName}${card.company ? `, ${card.company}` : ''}`,
    madeAt: ctx.now(),
  };
}

/** The name in two lines, at the space that best parts given names from the rest; null for a single word. */
function splitName(card: CardRow): [string, string] | null {
  const words = card.fullName.trim().split(/\s+/);
  if (words.length < 2) return null;
  const { givenName, nameOrder } = nameParts(card);
  const given = givenName.split(' ').filter(Boolean).length;
  const isGivenFirst = nameOrder === 'givenFirst' && given > 0 && card.fullName.startsWith(givenName);
  const at = isGivenFirst && given < words.length ? given : Math.ceil(words.length / 2);
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
}

function listContacts(card: CardRow, fields: readonly string[]): string[] {
  const face = toPublicCard(card);
  return fields.flatMap((field) =>
    field === 'place'
      ? listPlace(face)
      : listContactLines(face, field as CardFieldName).map(({ value }) => value),
  );
}

/** 300 dots an inch at the largest size a sheet shows; twice that would not be seen. */
const PHOTO_SIDE = 340;
const LOGO = { width: 720, height: 220 };
const PNG_WIDTH_AT = 16;

async function readPicture(
  ctx: UserContext,
  card: CardRow,
  kind: PrintPicture,
): Promise<PrintPictureFile | null> {
  if (kind === 'none') return null;
  const bytes = await readOwnMedia(ctx, kind === 'photo' ? card.profileImage : card.companyLogo);
  if (!bytes) return null;
  const request = { lane: 'upload', key: ctx.account.id, name: `the ${kind} of this card` } as const;
  const png =
    kind === 'photo'
      ? await ctx.pictures.run('crop', { bytes, side: PHOTO_SIDE, type: 'png' }, request)
      : await ctx.pictures.run('inside', { bytes, ...LOGO }, request);
  // The header's width and height (PNG, third edition, 11.2.1).
  const header = Buffer.from(png);
  return {
    kind,
    bytes: png,
    width: header.readUInt32BE(PNG_WIDTH_AT),
    height: header.readUInt32BE(PNG_WIDTH_AT + 4),
  };
}
