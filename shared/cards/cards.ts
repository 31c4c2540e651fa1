import { endpoint, file } from '#shared/contract/api.ts';
import {
  QR_CONTACT_MIN,
  QR_CONTENTS,
  QR_ERROR_CORRECTIONS,
  QR_GROUNDS,
  QR_MIDDLES,
  QR_PNG_DEFAULT,
  QR_PNG_MAX,
  QR_STYLE_IDS,
  SHARE_PLATFORMS,
} from '#shared/contract/constants.ts';
import { inputsOf, outputsOf } from '#shared/contract/field-schemas.ts';
import { count, hexColor, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { VCARD_VERSIONS } from '#shared/formats/vcard.ts';
import { BACKGROUND_DESIGNS, BACKGROUND_SIDES, BACKGROUND_SIZE_NAMES } from './backgrounds.ts';
import { cardBrand } from './brand.ts';
import {
  CARD_FIELDS,
  type CardFieldName,
  OWNER_FIELD_NAMES,
  type OwnerFieldName,
  PHONE_FIELD_NAMES,
  type PublicFieldName,
} from './card-fields.ts';

/** The endpoints of cards, and the schemas of what they accept and return. The fields themselves: `card-fields.ts`. */

/** The fields a card's owner may set; everything else in a payload is ignored. */
const cardFields = z.object(inputsOf(CARD_FIELDS));

/** The draft that the save puts an end to. */
const draftId = id.optional();

/** A new card: a label and a full name are required. */
export const newCard = cardFields
  .partial()
  .required({ name: true, fullName: true })
  .extend({ draftId })
  .meta({ id: 'NewCard' });
/** A change: fields left out stay as they are; `null` or empty text clears them. */
const cardFieldChanges = cardFields.partial();
export type CardChanges = z.output<typeof cardFieldChanges>;

/** Likewise with the `version` it began from: if the card has a newer one, the answer is 409 with that card. */
export const cardChanges = cardFieldChanges
  .extend({
    baseVersion: z.number().int().min(1).optional(),
    draftId,
  })
  .meta({ id: 'CardChanges' });
export type CardSave = z.output<typeof cardChanges>;

const outputs = outputsOf(CARD_FIELDS);
const isOwnersAlone = (name: CardFieldName): name is OwnerFieldName =>
  OWNER_FIELD_NAMES.some((one) => one === name);
const entries = Object.entries(outputs) as [CardFieldName, z.ZodType][];
const publicOutputs = Object.fromEntries(entries.filter(([name]) => !isOwnersAlone(name))) as Pick<
  typeof outputs,
  PublicFieldName
>;
const ownerOutputs = Object.fromEntries(entries.filter(([name]) => isOwnersAlone(name))) as Pick<
  typeof outputs,
  OwnerFieldName
>;

/** A card as anyone may see it. */
export const publicCard = z.object({
  id,
  ...publicOutputs,
  qrCode: z.string(),
  /** The path of its link: /card/{id}, unless its owner chose /c/{name}. QR codes and passes say /card/{id} always. */
  mainPath: z.string(),
  /** The phone numbers that could be parsed, in E.164 format; the fields contain them as typed. */
  phonesE164: z.partialRecord(z.enum(PHONE_FIELD_NAMES), z.string()),
  createdAt: moment,
  updatedAt: moment,
});
export type PublicCard = z.output<typeof publicCard>;

/** Fields of a card that only its owner sees. */
const ownersAlone = z.object({
  userId: id,
  ...ownerOutputs,
  viewCount: count,
  /** Rises with each save that changes something; the ETag of the GET names it. */
  version: count,
  /** Of a team's card: what it takes over from the team, which stands in its fields already. */
  brand: cardBrand.optional(),
});

/** A card as its owner sees it. */
export const card = publicCard
  .extend({
    ...ownersAlone.shape,
    /** The team whose it is, in a list of all accounts. */
    teamId: id.optional(),
  })
  .meta({ id: 'Card' });
export type Card = z.output<typeof card>;

/** A card as its viewer sees it: with the owner's fields if the viewer is the owner. */
const seenCard = publicCard.extend(ownersAlone.partial().shape).meta({ id: 'PublicCard' });
export type SeenCard = z.output<typeof seenCard>;

export const cardParams = z.object({ id });

/** The vCard version of a contact file; most phones read only 3.0. */
export const vcardQuery = z.object({ version: z.enum(VCARD_VERSIONS).default('3.0') });
export type VcardQuery = z.output<typeof vcardQuery>;

export const qrErrorCorrection = z.enum(QR_ERROR_CORRECTIONS);

const codeFields = z.object({
  /** Compact if left out, and nothing else is asked for. */
  style: z.enum(QR_STYLE_IDS).optional(),
  /** Colors instead of the style's, from the top left to the bottom right. */
  from: hexColor().optional(),
  to: hexColor().optional(),
  middle: z.enum(QR_MIDDLES).optional(),
  ground: z.enum(QR_GROUNDS).default('light'),
  contains: z.enum(QR_CONTENTS).default('link'),
});
const hasBothColors = ({ from, to }: { from?: unknown; to?: unknown }) =>
  (from === undefined) === (to === undefined);
const BOTH_COLORS = { message: 'Give both colors, `from` and `to`, or neither.' };
const isRoomy = ({ contains, size }: { contains: string; size: number }) =>
  contains === 'link' || size >= QR_CONTACT_MIN;
const ROOMY = { message: `A code that contains the contact has at least ${QR_CONTACT_MIN} pixels.` };

/** Its modules are too small to do without any of them. */
const isFree = ({ contains, middle }: { contains: string; middle?: unknown }) =>
  contains === 'link' || middle === undefined;
const FREE = { message: 'A code that contains the contact has no room for a picture.' };

const codeLook = codeFields.refine(hasBothColors, BOTH_COLORS).refine(isFree, FREE);
/** How an owner wants a code drawn. */
export type CodeLook = z.output<typeof codeLook>;
const qrSize = z.coerce.number().int().min(64).max(QR_PNG_MAX).default(QR_PNG_DEFAULT);
const codePng = codeFields
  .extend({ size: qrSize })
  .refine(hasBothColors, BOTH_COLORS)
  .refine(isFree, FREE)
  .refine(isRoomy, ROOMY);
export type CodePng = z.output<typeof codePng>;

/** The nearest colors with which the code can be scanned; those that were asked for, if they can be. */
export const codeColors = z
  .object({ canBeScanned: z.boolean(), from: hexColor(), to: hexColor() })
  .meta({ id: 'CodeColors' });
export type CodeColors = z.output<typeof codeColors>;

export const cardEndpoints = {
  list: endpoint('GET', '/api/cards', {
    summary: "The signed-in user's cards, newest first",
    who: 'user',
    account: 'query',
    isAcrossAccounts: true,
    query: pageQuery,
    returns: z.array(card),
    paged: true,
  }),
  create: endpoint('POST', '/api/cards', {
    summary: 'Create a card; at most three an account',
    who: 'user',
    body: newCard,
    inlineMedia: true,
    limit: 'cardWrite',
    returns: card,
  }),
  get: endpoint('GET', '/api/cards/{id}', {
    summary: 'One card; the view count only for its owner',
    who: 'anyone',
    account: 'query',
    params: cardParams,
    returns: seenCard,
  }),
  change: endpoint('PUT', '/api/cards/{id}', {
    summary:
      'Change a card; fields left out stay as they are. 409 if `If-Match` or `baseVersion` names an older version',
    who: 'user',
    account: 'query',
    params: cardParams,
    body: cardChanges,
    inlineMedia: true,
    limit: 'cardWrite',
    returns: card,
  }),
  delete: endpoint('DELETE', '/api/cards/{id}', {
    summary: 'Delete a card; it can be restored for 30 days',
    who: 'user',
    account: 'query',
    params: cardParams,
    returns: z.object({ id, restorableUntil: moment }),
  }),
  restore: endpoint('POST', '/api/cards/{id}/restore', {
    summary: 'Undo the deletion of a card',
    who: 'user',
    account: 'query',
    params: cardParams,
    returns: card,
  }),
  vcard: endpoint('GET', '/api/cards/{id}/vcard', {
    summary: 'The contact file, vCard 3.0 or 4.0',
    who: 'anyone',
    params: cardParams,
    query: vcardQuery,
    returns: file('text/vcard'),
  }),
  share: endpoint('POST', '/api/cards/{id}/share/{platform}', {
    summary: "The address that opens a network's share dialog for this card",
    who: 'user',
    account: 'query',
    params: z.object({ id, platform: z.enum(SHARE_PLATFORMS) }),
    returns: z.object({ url: z.string() }),
  }),
  qrSvg: endpoint('GET', '/api/cards/{id}/qr.svg', {
    summary: 'QR code of the public card, as SVG',
    who: 'anyone',
    params: cardParams,
    query: z.object({
      errorCorrection: qrErrorCorrection.default('medium'),
      /** For a code on another site, whose scans count as from there. */
      via: z.literal('embed').optional(),
    }),
    returns: file('image/svg+xml'),
  }),
  codeFile: endpoint('GET', '/api/cards/{id}/code.png', {
    summary: 'QR code of a card of the signed-in user, in one of the styles of the app, as a file to keep',
    who: 'user',
    account: 'query',
    params: cardParams,
    query: codePng,
    returns: file('image/png'),
    limit: 'drawing',
  }),
  codeSvg: endpoint('GET', '/api/cards/{id}/code.svg', {
    summary: 'The same as SVG, with the name beneath',
    who: 'user',
    account: 'query',
    params: cardParams,
    query: codeLook,
    returns: file('image/svg+xml'),
    limit: 'drawing',
  }),
  codePdf: endpoint('GET', '/api/cards/{id}/code.pdf', {
    summary: 'The same as PDF for print, in vectors, with the name beneath',
    who: 'user',
    account: 'query',
    params: cardParams,
    query: codeLook,
    returns: file('application/pdf'),
    limit: 'drawing',
  }),
  codeColors: endpoint('GET', '/api/cards/{id}/code-colors', {
    summary: 'Whether a code in these colors can be scanned, and the nearest colors that can',
    who: 'user',
    account: 'query',
    params: cardParams,
    query: codeLook,
    returns: codeColors,
    limit: 'drawing',
  }),
  background: endpoint('GET', '/api/cards/{id}/background.png', {
    summary: 'A meeting background with the code of a card of the signed-in user',
    who: 'user',
    account: 'query',
    params: cardParams,
    query: z.object({
      design: z.enum(BACKGROUND_DESIGNS).default('paper'),
      /** Where the code stands, as other people see it. */
      side: z.enum(BACKGROUND_SIDES).default('right'),
      size: z.enum(BACKGROUND_SIZE_NAMES).default('hd'),
    }),
    returns: file('image/png'),
    limit: 'drawing',
  }),
  qrPng: endpoint('GET', '/api/cards/{id}/qr.png', {
    summary: 'QR code of the public card, as PNG',
    who: 'anyone',
    params: cardParams,
    query: z.object({
      errorCorrection: qrErrorCorrection.default('medium'),
      size: z.coerce.number().int().min(64).max(QR_PNG_MAX).default(QR_PNG_DEFAULT),
    }),
    returns: file('image/png'),
  }),
};
