import { expect, it } from 'vitest';
import { splitGraphemes } from './graphemes.ts';

const FAMILY = '👨‍👩‍👧‍👦';

it.each([['x'], ['नि'], ['é'], [FAMILY], ['🇩🇪'], ['\r\n'], [`z${'\u0301'.repeat(900)}`]])(
  'divides a long text of %j into its characters',
  (grapheme) => {
    for (const before of ['', 'a', 'ab']) {
      const characters = [...splitGraphemes(before + grapheme.repeat(400))];
      expect(characters).toEqual([...before, ...Array.from({ length: 400 }, () => grapheme)]);
    }
  },
);

// They would take minutes if each character took as long as the text.
it('divides a text of any length in time', { tags: ['thorough'] }, () => {
  expect([...splitGraphemes('x'.repeat(300_000))]).toHaveLength(300_000);
  expect([...splitGraphemes(`z${'\u0301'.repeat(300_000)}`)]).toHaveLength(1);
});
