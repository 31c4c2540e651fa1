import { expect, it } from 'vitest';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { BACKGROUND_PRESETS, TEMPLATES } from '#shared/contract/constants.ts';
import { pictureCss, still } from './picture-css.ts';

it.each(TEMPLATES)(
  'a picture of %s follows neither the width of the window nor the text size',
  (template) => {
    for (const preset of ['', ...BACKGROUND_PRESETS.map((name) => `preset:${name}`)]) {
      const css = pictureCss({ ...EMPTY_CARD, template, backgroundVideo: preset });
      expect(css).toContain('.is-picture');
      expect(css).not.toMatch(/[\d.]rem\b/);
      expect(css).not.toMatch(/@media[^{]*min-width/);
      expect(css).not.toContain(':root');
    }
  },
);

it('is a still: a preset stands, and a video is left out', () => {
  expect(still({ ...EMPTY_CARD, backgroundVideo: 'preset:aurora' }).backgroundVideo).toBe('preset:aurora');
  expect(still({ ...EMPTY_CARD, backgroundVideo: '/media/film.mp4' }).backgroundVideo).toBeNull();
});
