import type { PublicCard } from '#shared/cards/cards.ts';
import { memoize } from '../memoize.ts';
import { findPreset, hasGallery } from './background/CardBackground.tsx';
import { presetCss } from './background/presets.ts';
import stageStyles from './background/stage.css?inline';
import cardStyles from './card.css?inline';
import classicStyles from './designs/classic.css?inline';
import classicWideStyles from './designs/classic-wide.css?inline';
import galleryStyles from './designs/galleries.css?inline';
import minimalStyles from './designs/minimal.css?inline';
import modernStyles from './designs/modern.css?inline';
import modernWideStyles from './designs/modern-wide.css?inline';
import type { FaceFields } from './face.ts';
import classicForms from './forms/classic.css?inline';
import minimalForms from './forms/minimal.css?inline';
import formStyles from './forms/page.css?inline';
import sideStyles from './forms/side.css?inline';
import walletStyles from './forms/wallet.css?inline';
import pageStyles from './page.css?inline';
import { type CardColors, paletteClass, paletteCss } from './palette.ts';
import classicOnPaper from './print/classic.css?inline';
import minimalOnPaper from './print/minimal.css?inline';
import modernOnPaper from './print/modern.css?inline';
import onPaper from './print/page.css?inline';

const TEMPLATE_CSS: Record<PublicCard['template'], string> = {
  modern: modernStyles + modernWideStyles,
  classic: classicStyles + classicWideStyles,
  minimal: minimalStyles,
};

/** Each design's additions to `forms/page.css`, which is written for the modern card. */
const FORM_CSS: Record<PublicCard['template'], string> = {
  modern: '',
  classic: classicForms,
  minimal: minimalForms,
};

const PAPER_CSS: Record<PublicCard['template'], string> = {
  modern: modernOnPaper,
  classic: classicOnPaper,
  minimal: minimalOnPaper,
};

/** The styles of several cards on one page. */
export function cardsCss(cards: (Pick<FaceFields, 'template'> & CardColors)[]): string {
  const templates = cards.map(({ template }) => TEMPLATE_CSS[template]);
  const parts = [cardStyles, stageStyles, galleryStyles, ...templates, ...cards.map(paletteCss)];
  return [...new Set(parts)].join('');
}

/** The styles of one card and nothing else: its template, its colors, and those of its background and galleries. */
export function cardCss(card: FaceFields): string {
  const preset = findPreset(card);
  return [
    cardStyles,
    card.backgroundVideo || card.backgroundImage ? stageStyles : '',
    hasGallery(card) ? galleryStyles : '',
    TEMPLATE_CSS[card.template],
    preset ? presetCss(preset) : '',
    paletteCss(card),
  ].join('');
}

/** The styles of a page with a card's forms; its body has the card's `pageClass`. */
export const pageCss = (card: CardColors & Pick<FaceFields, 'template'>): string =>
  cardStyles + pageStyles + formStyles + sideStyles + FORM_CSS[card.template] + paletteCss(card);

/** The styles of the page that offers wallet passes. */
export const walletPageCss = (card: Parameters<typeof pageCss>[0]): string => pageCss(card) + walletStyles;

/** 20 KB each. */
const PAGES_MAX = 100;

/** The styles of a card's own page. */
export const cardPageCss = memoize(
  (card: FaceFields) => cardCss(card) + pageStyles + formStyles + FORM_CSS[card.template],
  (card) =>
    [
      card.template,
      paletteClass(card),
      findPreset(card),
      Boolean(card.backgroundVideo || card.backgroundImage),
      hasGallery(card),
    ].join(' '),
  PAGES_MAX,
);

/** The styles of a card on paper, which few need, are a file of their own, fetched after the page. */
export const printPath = (template: PublicCard['template']): string => `/assets/print/${template}.css`;

export const printCss = (template: PublicCard['template']): string => onPaper + PAPER_CSS[template];
