import { endpoint, file } from '#shared/contract/api.ts';
import { id } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import {
  BADGE_SIZES,
  CARD_DESIGNS,
  CARD_SIZES,
  PRINT_FIELDS,
  PRINT_FIELDS_MAX,
  PRINT_PICTURES,
  USUAL_PRINT_FIELDS,
} from './print-choices.ts';

/** The endpoints of what is printed: business cards and name badges as PDF, and their previews. */

const printParams = z.object({ cardId: id });
const picture = z.enum(PRINT_PICTURES).default('none');

const cardPrint = z.object({
  size: z.enum(CARD_SIZES).default('85x55'),
  design: z.enum(CARD_DESIGNS).default('paper'),
  picture,
  /** Separated by commas; those that the card leaves empty are skipped. */
  fields: z
    .string()
    .max(400)
    .default(USUAL_PRINT_FIELDS.join())
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(
      z
        .array(z.string().refine((field) => PRINT_FIELDS.includes(field), 'Unknown field'))
        .max(PRINT_FIELDS_MAX),
    ),
  /** Crop marks outside the bleed. */
  marks: z.enum(['on', 'off']).default('on'),
});
export type CardPrint = z.output<typeof cardPrint>;

const badgePrint = z.object({ size: z.enum(BADGE_SIZES).default('a6'), picture });
export type BadgePrint = z.output<typeof badgePrint>;

/** The pages as they will be cut, as SVG without fonts; sizes in millimeters. */
export const printPreview = z
  .object({
    pages: z.array(z.object({ svg: z.string(), width: z.number(), height: z.number() })),
  })
  .meta({ id: 'PrintPreview' });
export type PrintPreview = z.output<typeof printPreview>;

export const printEndpoints = {
  card: endpoint('GET', '/api/print/{cardId}/card.pdf', {
    summary: 'A business card as PDF for a printer: front and back, with bleed and crop marks',
    who: 'user',
    account: 'query',
    params: printParams,
    query: cardPrint,
    limit: 'print',
    returns: file('application/pdf'),
  }),
  cardPreview: endpoint('GET', '/api/print/{cardId}/card', {
    summary: 'How the business card will look',
    who: 'user',
    account: 'query',
    params: printParams,
    query: cardPrint,
    limit: 'print',
    returns: printPreview,
  }),
  badge: endpoint('GET', '/api/print/{cardId}/badge.pdf', {
    summary: 'A name badge as PDF',
    who: 'user',
    account: 'query',
    params: printParams,
    query: badgePrint,
    limit: 'print',
    returns: file('application/pdf'),
  }),
  badgePreview: endpoint('GET', '/api/print/{cardId}/badge', {
    summary: 'How the name badge will look',
    who: 'user',
    account: 'query',
    params: printParams,
    query: badgePrint,
    limit: 'print',
    returns: printPreview,
  }),
};
