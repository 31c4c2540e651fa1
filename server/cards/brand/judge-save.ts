import {
  brandedValue,
  emptyBranded,
  layOver,
  type StoredCard,
  type TeamBrand,
} from '#server/cards/brand/lay-over.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { CardChanges } from '#shared/cards/cards.ts';
import { AppError } from '#shared/contract/errors.ts';
import { each } from '#shared/contract/field-kinds.ts';

/** All that a save may set in the row of a card: its fields, and in which its holder chose what a new card has anyway. */
export type RowChanges = CardChanges & { chosenFields?: BrandFieldName[] | undefined };

/**
 * The changes of a save in the row of a team's card, which never gets the team's value: what is shown already is unchanged, and the
 * team's own value of a field that is only its default gives the field back to the team. Throws 403, naming the fields and
 * the team, if one that the team has locked would change. The transaction has locked the team's account, as
 * each change of its brand does.
 */
export function judgeSave(kept: StoredCard, brand: TeamBrand | null, sent: CardChanges): RowChanges {
  if (!brand) return sent;
  const shown = layOver(kept, brand);
  const changed = BRAND_FIELD_NAMES.filter((name) => sent[name] !== undefined && sent[name] !== shown[name]);
  refuseLocked(
    brand,
    changed.filter((name) => brand.fields[name]?.mode === 'locked'),
  );
  const written = changed.map((name) => [name, toWritten(name, brand, sent[name] ?? null)] as const);
  const isChosen = (name: BrandFieldName) => {
    const change = written.find(([one]) => one === name);
    return change ? change[1].isChosen : kept.chosenFields.includes(name);
  };
  return {
    ...sent,
    ...each(BRAND_FIELD_NAMES, () => undefined),
    ...Object.fromEntries(written.map(([name, { value }]) => [name, value])),
    chosenFields: BRAND_FIELD_NAMES.filter(isChosen),
  };
}

/** A value for the row of a card that is prepared: none if it is the team's own, also of what the team has locked. */
export const withoutBrand = (name: BrandFieldName, brand: TeamBrand | null, value: string | null) =>
  brand ? toWritten(name, brand, value).value : value;

/** The value for the row, and if it has to be noted that it was chosen. */
function toWritten(name: BrandFieldName, brand: TeamBrand, value: string | null) {
  const field = brand.fields[name];
  const empty = emptyBranded(name);
  if (field && value === brandedValue(name, field)) return { value: empty, isChosen: false };
  return { value, isChosen: value !== null && value === empty };
}

function refuseLocked({ teamName }: TeamBrand, names: BrandFieldName[]): void {
  if (names.length === 0) return;
  const labels = names.map((name) => cardField(name).label).join(', ');
  throw new AppError(
    'forbidden',
    `${teamName} sets this on every card: ${labels}. Leave it as it is, or ask a team admin.`,
    { fields: each(names, () => `${teamName} sets this on every card.`) },
  );
}
