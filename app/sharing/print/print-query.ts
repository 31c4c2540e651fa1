import type { SeenCard } from '#shared/cards/cards.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import {
  BADGE_SIZES,
  type BadgeSize,
  CARD_DESIGNS,
  CARD_SIZES,
  type CardDesign,
  type CardSize,
  PRINT_FIELDS,
  PRINT_FIELDS_MAX,
  PRINT_PICTURES,
  type PrintPicture,
  USUAL_PRINT_FIELDS,
} from '#shared/sharing/print-choices.ts';
import { listPlace } from '#site/card/contact/contact-lines.ts';

/** The choices on the screen, and the request to the server. */

export interface PrintChoices {
  product: 'card' | 'badge';
  cardSize: CardSize;
  badgeSize: BadgeSize;
  design: CardDesign;
  picture: PrintPicture;
  fields: string[];
  hasMarks: boolean;
}

export type PrintQuery =
  | {
      product: 'card';
      query: {
        size: CardSize;
        design: CardDesign;
        picture: PrintPicture;
        fields: string;
        marks: 'on' | 'off';
      };
    }
  | { product: 'badge'; query: { size: BadgeSize; picture: PrintPicture } };

/** The fields this card has something in. */
export const listPrintFields = (card: SeenCard): string[] =>
  PRINT_FIELDS.filter((field) =>
    field === 'place' ? listPlace(card).length > 0 : Boolean(Reflect.get(card, field)),
  );

const isHosted = (address: string | null) => address !== null && isOwnMedia(address);

export const listPrintPictures = (card: SeenCard): PrintPicture[] =>
  PRINT_PICTURES.filter(
    (picture) =>
      (picture !== 'photo' || isHosted(card.profileImage)) &&
      (picture !== 'logo' || isHosted(card.companyLogo)),
  );

const oneOf = <Value extends string>(options: readonly Value[], value: unknown): Value =>
  options.find((option) => option === value) ?? (options[0] as Value);

/** Choices as they were kept, without those that this card no longer has. */
export function readPrintChoices(kept: unknown, card: SeenCard): PrintChoices {
  const known = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const listed = Array.isArray(known.fields) ? known.fields : USUAL_PRINT_FIELDS;
  const pictures = listPrintPictures(card);
  // The logo belongs on paper before the face does.
  const usual = [...pictures].reverse();
  return {
    product: oneOf(['card', 'badge'] as const, known.product),
    cardSize: oneOf(CARD_SIZES, known.cardSize),
    badgeSize: oneOf(BADGE_SIZES, known.badgeSize),
    design: oneOf(CARD_DESIGNS, known.design),
    picture: oneOf(usual, known.picture),
    fields: listPrintFields(card)
      .filter((field) => listed.includes(field))
      .slice(0, PRINT_FIELDS_MAX),
    hasMarks: known.hasMarks !== false,
  };
}

export function toPrintQuery({
  product,
  cardSize,
  badgeSize,
  design,
  picture,
  fields,
  hasMarks,
}: PrintChoices): PrintQuery {
  if (product === 'badge') return { product, query: { size: badgeSize, picture } };
  const marks = hasMarks ? 'on' : 'off';
  return { product, query: { size: cardSize, design, picture, fields: fields.join(), marks } };
}
