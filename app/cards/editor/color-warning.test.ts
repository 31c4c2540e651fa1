import { expect, it } from 'vitest';
import { COLOR_PRESETS } from '#shared/constants.ts';
import { colorWarning } from './color-warning.ts';

it('warns where no text reads on both colors', () => {
  expect(colorWarning('#000000', '#ffffff')).toMatch(
    /^These two colors are hard to read together \(\d\.\d:1/,
  );
});

it('warns of a primary color that fades on white', () => {
  expect(colorWarning('#ffe066', '#ffd43b')).toMatch(/^The primary color is hard to see on white: 1\.\d:1/);
});

it('is silent about a readable pair and about colors half typed', () => {
  expect(colorWarning('#1a1a1a', '#374151')).toBeNull();
  expect(colorWarning('#12', '#ffffff')).toBeNull();
});

it.each(COLOR_PRESETS)('has nothing against $name', ({ primary, secondary }) => {
  expect(colorWarning(primary, secondary)).toBeNull();
});
