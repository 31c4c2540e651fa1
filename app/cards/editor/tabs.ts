import type { FieldErrors } from 'react-hook-form';
import { IMAGE_LISTS, VIDEO_LISTS, VIDEO_SLOTS } from '#shared/media-rules.ts';
import type { CardForm } from './card-form.ts';

/** The four tabs of the form, and which of them holds a field. */

export const TAB_LABELS = { basic: 'Basic', design: 'Design', social: 'Social', media: 'Media' } as const;
export type TabName = keyof typeof TAB_LABELS;
export const TAB_NAMES = Object.keys(TAB_LABELS) as TabName[];

export const isTabName = (text: string | null): text is TabName => text !== null && text in TAB_LABELS;

/** Every field that does not stand in the first tab. */
const PLACES: Record<string, TabName> = {
  template: 'design',
  primaryColor: 'design',
  secondaryColor: 'design',
  accentColor: 'design',
  social: 'social',
  customWebsites: 'social',
  leadCaptureEnabled: 'media',
  leadCaptureFields: 'media',
  isActive: 'media',
  isFeatured: 'media',
  coverImage: 'media',
  companyLogo: 'media',
  backgroundImage: 'media',
};
for (const name of [...VIDEO_SLOTS, ...IMAGE_LISTS, ...VIDEO_LISTS]) PLACES[name] = 'media';

/** The tab of a field by its path, such as "social.linkedin". */
export const tabOf = (path: string): TabName => PLACES[path.split('.')[0] ?? ''] ?? 'basic';

/** The tabs that hold errors, in the order they stand. */
export function tabsWithErrors(errors: FieldErrors<CardForm>): TabName[] {
  const tabs = new Set(Object.keys(errors).map(tabOf));
  return TAB_NAMES.filter((tab) => tabs.has(tab));
}

/** The first sentence at a field or anywhere inside it, as in a list whose third item is wrong. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if ('ref' in error && 'type' in error) return undefined;
  return Object.values(error).map(messageIn).find(Boolean);
}
