import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, textOn } from './colours.ts';

it('gives readable text on any colour', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  // 4.1 is the least that the better of near-black and white can reach.
  fc.assert(fc.property(colour, (background) => contrast(background, textOn(background)) >= 4.1));
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
});
