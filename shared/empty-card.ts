import { CARD_FIELDS } from './card-fields.ts';
import type { PublicCard } from './cards.ts';
import { emptyValuesOf } from './field-kinds.ts';

/** A card that says nothing, with the defaults of section 3: what a card made of a few fields starts from. */
export const EMPTY_CARD: PublicCard = {
  id: '',
  userId: '',
  qrCode: '',
  phonesE164: {},
  createdAt: '',
  updatedAt: '',
  ...emptyValuesOf(CARD_FIELDS),
};
