import { useFormContext } from 'react-hook-form';
import type { newCard, PublicCard } from '#shared/cards.ts';
import { CARD_COLORS, EDITOR_COLORS, SOCIAL_NETWORKS } from '#shared/constants.ts';
import type { SocialNetwork } from '#shared/links.ts';
import { IMAGE_LISTS, IMAGE_SLOTS, VIDEO_LISTS, VIDEO_SLOTS } from '#shared/media-rules.ts';
import type { z } from '#shared/zod.ts';

/** The form of a card: every text as it stands in its input, lists as the text that is typed. */

export const LINES = [
  'name',
  'fullName',
  'jobTitle',
  'company',
  'industry',
  'department',
  'location',
  'bio',
  'tagline',
  'primaryEmail',
  'secondaryEmail',
  'workEmail',
  'primaryPhone',
  'secondaryPhone',
  'workPhone',
  'website',
  'portfolio',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
  'appointmentBooking',
  'videoCallLink',
  'primaryColor',
  'secondaryColor',
  'accentColor',
] as const;
export const COMMA_LISTS = ['skills', 'languages', 'certifications', 'achievements'] as const;
export const SLOTS = [...IMAGE_SLOTS, ...VIDEO_SLOTS] as const;
export const MEDIA_LISTS = [...IMAGE_LISTS, ...VIDEO_LISTS] as const;

export type LineName = (typeof LINES)[number];
export type CommaListName = (typeof COMMA_LISTS)[number];
export type SlotName = (typeof SLOTS)[number];
export type MediaListName = (typeof MEDIA_LISTS)[number];

export type CardForm = Record<LineName | CommaListName | SlotName | 'customWebsites', string> &
  Record<MediaListName, string[]> &
  Pick<PublicCard, 'template' | 'leadCaptureEnabled' | 'leadCaptureFields' | 'isActive' | 'isFeatured'> & {
    social: Record<SocialNetwork, string>;
  };

/** A body that makes or changes a card, complete. */
export type CardBody = z.output<typeof newCard>;

/** An object with one value for each name. */
export const each = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** The form as it starts for a new card. */
export function emptyForm(fullName: string): CardForm {
  return {
    ...each([...LINES, ...COMMA_LISTS, ...SLOTS, 'customWebsites'], () => ''),
    ...each(MEDIA_LISTS, () => []),
    fullName,
    template: 'modern',
    primaryColor: EDITOR_COLORS.primary,
    secondaryColor: EDITOR_COLORS.secondary,
    accentColor: CARD_COLORS.accent,
    social: each(SOCIAL_NETWORKS, () => ''),
    leadCaptureEnabled: false,
    leadCaptureFields: [],
    isActive: true,
    isFeatured: false,
  };
}

/** The form filled from a card. */
export function formOf(card: PublicCard): CardForm {
  return {
    ...each([...LINES, ...SLOTS], (name) => card[name] ?? ''),
    ...each(COMMA_LISTS, (name) => card[name].join(', ')),
    ...each(MEDIA_LISTS, (name) => card[name]),
    template: card.template,
    leadCaptureEnabled: card.leadCaptureEnabled,
    leadCaptureFields: card.leadCaptureFields,
    isActive: card.isActive,
    isFeatured: card.isFeatured,
    customWebsites: card.customWebsites.join('\n'),
    social: each(SOCIAL_NETWORKS, (network) => card.social[network] ?? ''),
  };
}

export const useCardForm = () => useFormContext<CardForm, unknown, CardBody>();
