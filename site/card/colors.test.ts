import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COLOR_PRESETS } from '#shared/cards/color-presets.ts';
import { asBlend, asFill, asInk, computeContrast, mixColors, READABLE } from './colors.ts';
import { derivePalette, type Palette, type Tones } from './palette.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

it('measures contrast as WCAG does', () => {
  expect(computeContrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(computeContrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it('gives readable text on a solid fill of any color', () => {
  fc.assert(
    fc.property(color, (color) => {
      const { fill, on } = asFill(color);
      return computeContrast(fill, on) >= READABLE;
    }),
    { numRuns: 500 },
  );
});

it('gives readable text at both ends of a gradient of any two colors, and between', () => {
  fc.assert(
    fc.property(color, color, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, at) => {
      const { from, to, on } = asBlend(one, other);
      return [from, to, mixColors(from, to, at)].every((ground) => computeContrast(ground, on) >= READABLE);
    }),
    { numRuns: 1000 },
  );
});

it('makes any color readable as text, and keeps colors that already are', () => {
  fc.assert(
    fc.property(
      color,
      (color) => computeContrast(asInk(color, '#1a1a1a', ['#ffffff']), '#ffffff') >= READABLE,
    ),
  );
  expect(asInk('#1d4ed8', '#1a1a1a', ['#ffffff'])).toBe('#1d4ed8');
});

const pairsOf = (tones: Tones): [string, string][] => {
  const grounds = [tones.table, tones.surface, tones.paper];
  const onGrounds = grounds.flatMap((ground): [string, string][] => [
    [tones.ink, ground],
    [tones['ink-2'], ground],
    [tones['ink-one'], ground],
    [tones.danger, ground],
  ]);
  return [
    ...onGrounds,
    [tones['ink-one'], tones.tint],
    [tones.ink, tones.tint],
    [tones['on-one'], tones['fill-one']],
  ];
};

it('keeps every text of a card readable for any two colors, light and dark', () => {
  fc.assert(
    fc.property(color, color, (primaryColor, secondaryColor) => {
      const palette: Palette = derivePalette({ primaryColor, secondaryColor });
      const pairs = [...pairsOf(palette.light), ...pairsOf(palette.dark)];
      const { one, two } = palette.fixed;
      const { from, to, on } = palette.blend;
      pairs.push([on, from], [on, to]);
      expect([one, two]).toEqual([primaryColor, secondaryColor]);
      return pairs.every(([text, ground]) => computeContrast(text, ground) >= READABLE);
    }),
    { numRuns: 300 },
  );
});

it('keeps the hue and the saturation of a dark color in the dark', () => {
  const { dark } = derivePalette({ primaryColor: '#0f3d2e', secondaryColor: '#d4af37' });
  expect([dark['fill-one'], dark['on-one'], dark['ink-one']]).toEqual(['#185b45', '#ffffff', '#31b086']);
  for (const black of ['#000000', '#020617', '#120a02']) {
    const { dark: tones } = derivePalette({ primaryColor: black, secondaryColor: '#d4af37' });
    const [red = 0, , blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(tones['fill-one'].slice(at, at + 2), 16),
    );
    expect(Math.abs(red - blue), tones['fill-one']).toBeLessThan(60);
  }
});

it('keeps the preset colors of the editor, or nearly', () => {
  for (const { primary } of COLOR_PRESETS)
    expect(computeContrast(asFill(primary).fill, primary)).toBeLessThan(1.5);
});

it('never sets text in the chosen color itself: all three designs use the computed colors', () => {
  const folder = import.meta.dirname;
  const styles = ['', 'designs/'].flatMap((part) =>
    fs
      .readdirSync(path.join(folder, part))
      .filter((name) => name.endsWith('.css'))
      .map((name) => part + name),
  );
  expect(styles).toEqual([
    'card.css',
    'page.css',
    'designs/classic-wide.css',
    'designs/classic.css',
    'designs/galleries.css',
    'designs/minimal.css',
    'designs/modern-wide.css',
    'designs/modern.css',
  ]);
  const colors = styles.flatMap((name) => {
    const css = fs.readFileSync(path.join(folder, name), 'utf8');
    return [...css.matchAll(/[\s;{]color: ([^;]+);/g)].map((match) => match[1]);
  });
  const readable = [
    'inherit',
    '--ink',
    '--ink-2',
    '--ink-one',
    '--on-one',
    '--danger',
    '--surface',
    // From contrast themes, where the user has chosen every color.
    'GrayText',
  ];
  const allowed = readable.map((name) => (name.startsWith('--') ? `var(${name})` : name));
  expect(colors.length).toBeGreaterThan(30);
  expect(colors.filter((value) => !allowed.includes(value ?? ''))).toEqual([]);
});
