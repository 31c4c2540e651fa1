import { findPreset } from '#site/card/background/CardBackground.tsx';
import { presetCss } from '#site/card/background/presets.ts';
import stageStyles from '#site/card/background/stage.css?inline';
import cardStyles from '#site/card/card.css?inline';
import classicStyles from '#site/card/designs/classic.css?inline';
import minimalStyles from '#site/card/designs/minimal.css?inline';
import modernStyles from '#site/card/designs/modern.css?inline';
import type { FaceFields } from '#site/card/face.ts';
import pictureStyles from './picture.css?inline';

/** The card as a still: a preset stands, and a video, of which there is no still, is left out. */
export const still = (card: FaceFields): FaceFields =>
  findPreset(card) ? card : { ...card, backgroundVideo: null };

const TEMPLATE_CSS: Record<FaceFields['template'], string> = {
  modern: modernStyles,
  classic: classicStyles,
  minimal: minimalStyles,
};

const ROOT_SIZE = 16;

/** A picture does not follow the text size: it would leave its place. */
const inPixels = (css: string) =>
  css.replace(/(\d*\.?\d+)rem\b/g, (_rem, size) => `${Number(size) * ROOT_SIZE}px`);

const known = new Map<string, string>();

/**
 * The styles of a card's head on a phone of 390 px, whatever the window is: the page's own, without those for wide
 * screens. A container rule for wide ones does not apply either, as the sheet is 390 px wide.
 */
export function pictureCss(card: FaceFields): string {
  const preset = findPreset(card);
  const key = `${card.template} ${preset}`;
  const css =
    known.get(key) ??
    inPixels(
      [cardStyles, stageStyles, TEMPLATE_CSS[card.template], preset ? presetCss(preset) : ''].join('') +
        pictureStyles,
    );
  known.set(key, css);
  return css;
}
