import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { PublicCard } from '#shared/cards/cards.ts';
import { PUBLIC_PHOTOS } from '#shared/contract/constants.ts';
import { each } from '#shared/contract/field-kinds.ts';
import type { CardForm } from '../card-form.ts';
import { fromTyped } from '../from-typed.ts';

/** The card that the form describes, valid or not yet, for the preview. */

const LONG_AGO = '2000-01-01T00:00:00.000Z';

function toShown(name: CardFieldName, form: CardForm): unknown {
  const field = cardField(name);
  const value = fromTyped(field, form[name]);
  return field.kind === 'color' && !/^#[0-9a-f]{6}$/i.test(String(value)) ? field.empty : value;
}

export function toPreviewCard(form: CardForm): PublicCard {
  return {
    ...(each(CARD_FIELD_NAMES, (name) => toShown(name, form)) as Pick<
      PublicCard,
      CardFieldName & keyof PublicCard
    >),
    id: 'preview',
    qrCode: '',
    mainPath: '',
    phonesE164: {},
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    fullName: form.fullName.trim() || 'Your name',
  };
}

/** A card for the small preview: at most 4 gallery photos. (`CardFace` picks the networks.) */
export const toSmallPreview = (card: PublicCard): PublicCard => ({
  ...card,
  photoGallery: card.photoGallery.slice(0, PUBLIC_PHOTOS),
});
