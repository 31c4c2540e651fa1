import type { BrandFieldName } from '#shared/cards/card-fields.ts';
import type { FieldMode } from '#shared/teams/brand.ts';

/** The effect of a choice on the cards, in one or two sentences. `isSet`: the team has a value. */
export function sayEffect(name: BrandFieldName, mode: FieldMode, written: number, isSet: boolean): string {
  if (mode === 'locked') {
    const effect = isSet ? 'The same on every card.' : 'On no card, as long as the team has none.';
    return written === 0
      ? effect
      : `${effect} ${countOwn(written)}, which ${written === 1 ? 'it gets' : 'they get'} back if you unlock it.`;
  }
  if (mode === 'default') {
    const effect = isSet ? 'On every card until its holder chooses another.' : 'The team has none yet.';
    return written === 0 ? effect : `${effect} ${countOwn(written)}.`;
  }
  if (name === 'companyLogo' || name === 'primaryColor') return 'Only marks the team. Each card has its own.';
  return 'Each card has its own.';
}

const countOwn = (written: number) =>
  written === 1 ? '1 card has its own' : `${written} cards have their own`;

/** How many cards a save changes. */
export function sayReach(cards: number): string {
  if (cards === 0) return 'Cards that you prepare will show this.';
  return cards === 1
    ? 'The team’s card changes as soon as you save.'
    : `All ${cards} cards change as soon as you save.`;
}
