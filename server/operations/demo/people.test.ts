import { expect, it } from 'vitest';
import { PEOPLE } from '#server/operations/demo/demo-people.ts';
import { computeContrast, INK, WHITE } from '#site/card/colors.ts';

/** The contrast below which the editor warns (WCAG 2.2, success criterion 1.4.3 for large text). */
const RATIO = 3;

const cards = PEOPLE.flatMap(({ username, cards }) =>
  cards.map((card) => [username, card.name, card] as const),
);

it.each(cards)('The demo shows no picture twice on a card: %s, %s', (_username, _name, { photos, works }) => {
  const shown = [...photos, ...works];
  expect(new Set(shown).size).toBe(shown.length);
});

it.each(cards)('The demo has no card whose colors the editor warns of: %s, %s', (_username, _name, card) => {
  const { primaryColor = '', secondaryColor = '' } = card;
  const onBoth = [WHITE, INK].map((text) =>
    Math.min(computeContrast(text, primaryColor), computeContrast(text, secondaryColor)),
  );
  expect(Math.max(...onBoth)).toBeGreaterThanOrEqual(RATIO);
});
