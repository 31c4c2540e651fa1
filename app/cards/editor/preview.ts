import type { PublicCard } from '#shared/cards.ts';
import { CARD_COLORS, PUBLIC_PHOTOS } from '#shared/constants.ts';
import type { SocialNetwork } from '#shared/links.ts';
import { type CardForm, COMMA_LISTS, each, LINES, SLOTS } from './card-form.ts';
import { splitCommas, splitLines } from './lists.ts';

/** The card a form would make, valid or not yet: what the preview draws. */

const LONG_AGO = '2000-01-01T00:00:00.000Z';

const colorOr = (typed: string, fallback: string) => (/^#[0-9a-f]{6}$/i.test(typed) ? typed : fallback);

export function previewOf(form: CardForm): PublicCard {
  const social = Object.entries(form.social).filter(([, value]) => value.trim());
  return {
    ...form,
    ...each([...LINES, ...SLOTS], (name) => form[name].trim() || null),
    ...each(COMMA_LISTS, (name) => splitCommas(form[name])),
    id: 'preview',
    userId: 'preview',
    qrCode: '',
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    name: form.name,
    fullName: form.fullName.trim() || 'Your name',
    customWebsites: splitLines(form.customWebsites),
    primaryColor: colorOr(form.primaryColor, CARD_COLORS.primary),
    secondaryColor: colorOr(form.secondaryColor, CARD_COLORS.secondary),
    accentColor: colorOr(form.accentColor, CARD_COLORS.accent),
    social: Object.fromEntries(social) as Partial<Record<SocialNetwork, string>>,
  };
}

/** The same card as the small preview shows it: at most 4 gallery photos. (`CardFace` picks the networks.) */
export const smallPreviewOf = (card: PublicCard): PublicCard => ({
  ...card,
  photoGallery: card.photoGallery.slice(0, PUBLIC_PHOTOS),
});
