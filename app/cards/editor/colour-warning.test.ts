import { expect, it } from 'vitest';
import { COLOR_PRESETS } from '#shared/constants.ts';
import { colourWarning } from './colour-warning.ts';

it('warns where no text reads on both colours', () => {
  expect(colourWarning('#000000', '#ffffff')).toMatch(
    /^These two colors are hard to read together \(\d\.\d:1/,
  );
});

it('warns of a primary colour that fades on white', () => {
  expect(colourWarning('#ffe066', '#ffd43b')).toMatch(/^The primary color is hard to see on white: 1\.\d:1/);
});

it('is silent about a readable pair and about colours half typed', () => {
  expect(colourWarning('#1a1a1a', '#374151')).toBeNull();
  expect(colourWarning('#12', '#ffffff')).toBeNull();
});

it.each(COLOR_PRESETS)('has nothing against $name', ({ primary, secondary }) => {
  expect(colourWarning(primary, secondary)).toBeNull();
});
