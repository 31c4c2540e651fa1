import { type CardForm, fillForm } from '#app/cards/editor/card-form.ts';
import { fromTyped } from '#app/cards/editor/from-typed.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { each, emptyOf } from '#shared/contract/field-kinds.ts';
import type { Brand, BrandSettings, FieldMode } from '#shared/teams/brand.ts';

/** The form of a brand: a card that has the team's values, typed as in the editor, and who decides over each. */

export type Modes = Record<BrandFieldName, FieldMode>;

export const modesOf = ({ fields }: Brand): Modes => each(BRAND_FIELD_NAMES, (name) => fields[name].mode);

const emptyTyped = (name: BrandFieldName) => emptyOf(cardField(name)) ?? '';

/** A card of `fullName` with the values of the team; where it has none, with those of a new card. */
export function fillBrand({ fields }: Brand, fullName: string): CardForm {
  const values = each(BRAND_FIELD_NAMES, (name) => fields[name].value ?? emptyOf(cardField(name)));
  return fillForm({ ...EMPTY_CARD, fullName, jobTitle: 'Job title', ...values } as typeof EMPTY_CARD);
}

/** The card as somebody gets it who has not written anything: what each is free to have is empty. */
export function withoutFree(form: CardForm, modes: Modes): CardForm {
  const free = BRAND_FIELD_NAMES.filter((name) => modes[name] === 'free');
  return { ...form, ...each(free, emptyTyped) } as CardForm;
}

/** The changes since the form was filled from `brand`. */
export function findBrandChanges(brand: Brand, start: CardForm, form: CardForm, modes: Modes): BrandSettings {
  const changed = BRAND_FIELD_NAMES.filter(
    (name) => modes[name] !== brand.fields[name].mode || form[name] !== start[name],
  );
  return each(changed, (name) => ({
    mode: modes[name],
    value: fromTyped(cardField(name), form[name]) as string | null,
  }));
}

/** Changes of one's own since `base`, kept over what is stored meanwhile. */
export const mergeModes = (base: Modes, mine: Modes, stored: Brand): Modes =>
  each(BRAND_FIELD_NAMES, (name) => (mine[name] === base[name] ? stored.fields[name].mode : mine[name]));
