import { expect, it } from 'vitest';
import { COLOR_PRESETS, QUIET_PALETTES } from '#shared/cards/color-presets.ts';
import { colorWarning } from './color-warning.ts';

it('warns if no text is readable on both colors', () => {
  expect(colorWarning('#000000', '#ffffff')).toMatch(/^These two colors are hard to read/);
});

it('warns about a primary color that is hard to see on white', () => {
  expect(colorWarning('#ffe066', '#ffd43b')).toMatch(/^We’ll darken your primary color/);
});

it('is silent about a readable pair and about half-typed colors', () => {
  expect(colorWarning('#1a1a1a', '#374151')).toBeNull();
  expect(colorWarning('#12', '#ffffff')).toBeNull();
});

it.each([...COLOR_PRESETS, ...QUIET_PALETTES])('does not warn about $name', ({ primary, secondary }) => {
  expect(colorWarning(primary, secondary)).toBeNull();
});
