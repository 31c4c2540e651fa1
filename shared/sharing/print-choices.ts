import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';

/** The choices for a printed card or badge. No schema library here: screens read it, too. */

/** In millimeters and in inches; both with a bleed. */
export const CARD_SIZES = ['85x55', '3.5x2'] as const;
export const BADGE_SIZES = ['a6', '90x55'] as const;
export const CARD_DESIGNS = ['paper', 'color'] as const;
export const PRINT_PICTURES = ['none', 'photo', 'logo'] as const;

export type CardSize = (typeof CARD_SIZES)[number];
export type BadgeSize = (typeof BADGE_SIZES)[number];
export type CardDesign = (typeof CARD_DESIGNS)[number];
export type PrintPicture = (typeof PRINT_PICTURES)[number];

const CONTACT_FIELDS: readonly CardFieldName[] = CARD_FIELD_NAMES.filter(
  (name) => cardField(name).contactLine !== undefined && !cardField(name).contactLine?.says,
);

/** Fields for the back of a business card: numbers and addresses, and the postal address as `place`. */
export const PRINT_FIELDS: readonly string[] = [...CONTACT_FIELDS, 'place'];
/** How many of them fit. */
export const PRINT_FIELDS_MAX = 6;
export const USUAL_PRINT_FIELDS: readonly string[] = ['primaryEmail', 'primaryPhone', 'website', 'place'];
