import type { FieldErrors } from 'react-hook-form';
import { CARD_SECTIONS, type CardTab } from '#shared/cards/card-fields/card-field.ts';
import { cardField, isCardField } from '#shared/cards/card-fields.ts';
import type { CardForm } from './card-form.ts';

/** The four tabs of the form, and which of them contains a field. */

export type TabName = CardTab;
export const TAB_LABELS: Record<TabName, string> = {
  basic: 'Basic',
  design: 'Design',
  social: 'Social',
  media: 'Media',
};
export const TAB_NAMES = Object.keys(TAB_LABELS) as TabName[];

export const isTabName = (text: string | null): text is TabName => text !== null && text in TAB_LABELS;

/** The tab of a field, given its path, such as "social.linkedin". */
export function findTab(path: string): TabName {
  const [name = ''] = path.split('.');
  return isCardField(name) ? CARD_SECTIONS[cardField(name).editor.section].tab : 'basic';
}

/** The tabs with errors, in display order. */
export function tabsWithErrors(errors: FieldErrors<CardForm>): TabName[] {
  const tabs = new Set(Object.keys(errors).map(findTab));
  return TAB_NAMES.filter((tab) => tabs.has(tab));
}

/** The first message at a field or anywhere inside it, as in a list whose third item is invalid. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if ('ref' in error && 'type' in error) return undefined;
  return Object.values(error).map(messageIn).find(Boolean);
}
