import type { CardForm } from './card-form.ts';

/** Unsaved changes, kept on this device for each user and card. */

export interface Draft {
  form: CardForm;
  /** When the edited card had last been changed; empty for a new card. */
  base: string;
}

export const draftKey = (userId: string, cardId: string | null): string =>
  `card-draft:${userId}:${cardId ?? 'new'}`;

/** Fills a form from stored text; anything that does not have the form's shape is left out. */
export function draftFrom(stored: string | null, start: CardForm): Draft | null {
  let draft: unknown;
  try {
    draft = JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
  if (typeof draft !== 'object' || draft === null) return null;
  const kept = Object.entries(draft).filter(
    ([name, value]) => Object.hasOwn(start, name) && hasShapeOf(value, Reflect.get(start, name)),
  );
  const base: unknown = Reflect.get(draft, 'base');
  const form = { ...start, ...Object.fromEntries(kept) };
  return kept.length ? { form, base: typeof base === 'string' ? base : '' } : null;
}

function hasShapeOf(value: unknown, model: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof model !== 'object' || model === null) return typeof value === typeof model;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(model).every(([name, part]) => hasShapeOf(Reflect.get(value, name), part))
  );
}

export function recallDraft(key: string, start: CardForm): Draft | null {
  try {
    return draftFrom(localStorage.getItem(key), start);
  } catch {
    return null;
  }
}

/** Stores a draft, or removes it if `null`; returns false if this browser stores nothing. */
export function keepDraft(key: string, draft: Draft | null): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft.form, base: draft.base }));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
