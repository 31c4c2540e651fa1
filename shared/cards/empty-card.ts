import { emptyValuesOf } from '#shared/contract/field-kinds.ts';
import { CARD_FIELDS } from './card-fields.ts';
import type { PublicCard } from './cards.ts';

/** An empty card with the defaults of section 3, on which new cards are based. */
export const EMPTY_CARD: PublicCard = {
  id: '',
  qrCode: '',
  mainPath: '',
  phonesE164: {},
  createdAt: '',
  updatedAt: '',
  ...emptyValuesOf(CARD_FIELDS),
};
