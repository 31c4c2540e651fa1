import { CARD_FIELD_NAMES, type CardFieldName } from '#shared/cards/card-fields.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import type { CardForm } from '../card-form.ts';

/** The changes in the form of a card since it was filled. */

export interface DraftChanges {
  /** The fields that were changed, as typed. */
  fields: Partial<CardForm>;
  /** Their values before. */
  before: Partial<CardForm>;
}

/** Texts, switches, lists of texts, and networks, which every form has in the same order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export function findChanges(form: CardForm, start: CardForm): DraftChanges {
  const names = CARD_FIELD_NAMES.filter((name) => !isSame(form[name], start[name]));
  return { fields: pick(form, names), before: pick(start, names) };
}

export const hasChanges = ({ fields }: DraftChanges): boolean => Object.keys(fields).length > 0;

/** The form with the fields of a draft in it; anything that does not have the form's shape is left out. */
export function withFields(start: CardForm, fields: object): CardForm {
  const kept = CARD_FIELD_NAMES.flatMap((name): [CardFieldName, unknown][] => {
    const value: unknown = Reflect.get(fields, name);
    return hasSameShape(value, start[name]) ? [[name, value]] : [];
  });
  return { ...start, ...Object.fromEntries(kept) };
}

function hasSameShape(value: unknown, model: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof model !== 'object' || model === null) return typeof value === typeof model;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(model).every(([name, part]) => hasSameShape(Reflect.get(value, name), part))
  );
}
