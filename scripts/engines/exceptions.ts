import type { Finding } from './support.ts';

/**
 * Features newer than a browser we support that may be used anyway, each with what such a browser shows or does
 * instead. Look at the page without the feature before you add a line. A line that the build no longer needs fails the
 * check.
 */

export interface Exception {
  /** As the report names it; a path includes everything below it. */
  feature: string;
  /** A part of the excerpt, to mean only places that contain it. */
  excerpt?: string;
  why: string;
}

export const EXCEPTIONS: Exception[] = [
  {
    feature: 'parentheses in the initializer of a class field',
    excerpt: 'OrderedDict',
    why: "Radix's collection: what it reads are variables of enclosing functions, which the engine's bug does not affect",
  },
  {
    feature: 'parentheses in the initializer of a class field',
    excerpt: 'createRef',
    why: 'react-image-crop, loaded only where there is OffscreenCanvas, as in Safari since 16.4',
  },
  {
    feature: 'parentheses in the initializer of a class field',
    excerpt: 'let{crop:',
    why: 'react-image-crop, loaded only where there is OffscreenCanvas, as in Safari since 16.4',
  },
  {
    feature: 'parentheses in the initializer of a class field',
    excerpt: 'onHandlerKeyDown',
    why: 'react-image-crop, loaded only where there is OffscreenCanvas, as in Safari since 16.4',
  },
  {
    feature: 'parentheses in the initializer of a class field',
    excerpt: 'onDragFocus',
    why: 'react-image-crop, loaded only where there is OffscreenCanvas, as in Safari since 16.4',
  },
  {
    feature: '.toSorted',
    excerpt: 'keyAt',
    why: "a method of Radix's own OrderedDict, not that of arrays",
  },
  {
    feature: '.checkVisibility',
    excerpt: 'checkVisibilityCSS',
    why: 'Radix first stores the result of typeof in a variable',
  },
  { feature: 'navigation', excerpt: 'navigation.transition', why: 'React tests for window.navigation first' },
  {
    feature: 'NDEFReader',
    excerpt: 'globalThis.NDEFReader',
    why: 'web-nfc.ts tests for it before each use, and the screen explains other ways',
  },
  {
    feature: 'Notification',
    why: 'push-browser.ts tests for it before each use, and the settings explain what to do',
  },
  {
    feature: 'Notification.requestPermission',
    why: 'the button that calls it is shown where there is Notification',
  },
  {
    feature: 'css.selectors.has',
    excerpt: '.in-editor',
    why: 'the header stays above the bar of the editor',
  },
  {
    feature: '.openWindow',
    excerpt: 'clients.openWindow',
    why: 'called when a notification is pressed, and these browsers show none',
  },
  {
    feature: 'OffscreenCanvas',
    excerpt: 'getContext',
    why: 'cut.ts tests for it before the worker is started',
  },
  {
    feature: '.convertToBlob',
    excerpt: 'convertToBlob',
    why: 'a method of the canvas that cut.ts tests for',
  },
  {
    feature: '.imageSmoothingQuality',
    why: 'Firefox 115 ignores the setting: images are a little rougher',
  },
  { feature: 'css.at-rules.property', why: "Tailwind's own: it sets the same in a layer for these browsers" },
  {
    feature: 'css.properties.font-family',
    excerpt: 'ui-monospace',
    why: 'the next name in the list is used',
  },
  { feature: 'css.properties.resize', why: 'text fields cannot be resized on phones anyway' },
  { feature: 'css.properties.cursor', why: 'phones have no cursor' },
  { feature: 'css.properties.text-wrap', why: 'lines break at other places' },
  { feature: 'css.properties.scrollbar-width', why: 'a scroll bar is visible' },
  { feature: 'css.properties.overscroll-behavior', why: 'the page behind a dialog may scroll' },
  {
    feature: 'css.properties.overscroll-behavior-x',
    why: 'a swipe past the last code may turn to another page',
  },
  { feature: 'css.properties.text-align-last', why: "the card's name is at the left of its menu" },
  { feature: 'css.properties.overflow.clip', why: 'an image at the corner of a card is not rounded' },
  { feature: 'css.properties.place-items', why: 'a shape without text is placed differently in its box' },
  { feature: 'css.properties.container-type', why: 'cards are one column, as on phones' },
  { feature: 'css.at-rules.container', why: 'cards are one column, as on phones' },
  {
    feature: 'css.types.length.container_query_length_units',
    excerpt: '--room:',
    why: 'used only under @supports: names have one size for their length',
  },
  {
    feature: 'css.types.length.lh',
    excerpt: 'min-height:1lh',
    why: 'date fields of Tailwind, of which we have none',
  },
  {
    feature: 'css.selectors.has',
    excerpt: 'has-',
    why: 'ui/older.css draws selection and focus',
  },
  {
    feature: 'css.selectors.has',
    excerpt: '.with-dock',
    why: 'ui/older.css sets the height within the page',
  },
  {
    feature: 'css.selectors.has',
    excerpt: '.with-code',
    why: 'ui/older.css leaves the room within the page',
  },
  {
    feature: 'css.selectors.has',
    excerpt: '.sign-out',
    why: 'a long toast may lie over Sign Out for five seconds',
  },
  {
    feature: 'css.selectors.has',
    excerpt: '.editor-bar',
    why: 'a toast may lie over the bar for five seconds',
  },
  { feature: 'css.selectors.has', excerpt: 'label:has', why: 'ui/older.css draws the chosen edge' },
  { feature: 'css.at-rules.media.forced-colors', why: 'Safari has no forced colors' },
  { feature: 'css.properties.forced-color-adjust', why: 'Safari has no forced colors' },
  { feature: 'css.at-rules.page', why: "paper keeps the printer's margins" },
  { feature: 'css.properties.break-after.avoid', why: 'a heading may come last on a printed page' },
];

const covers = (exception: Exception, { feature, excerpt }: Finding) =>
  (feature === exception.feature || feature.startsWith(`${exception.feature}.`)) &&
  excerpt.includes(exception.excerpt ?? '');

/** The findings that no exception covers, and the exceptions that cover no finding. */
export function applyExceptions(findings: Finding[], exceptions: Exception[] = EXCEPTIONS) {
  return {
    findings: findings.filter((finding) => !exceptions.some((exception) => covers(exception, finding))),
    idle: exceptions.filter((exception) => !findings.some((finding) => covers(exception, finding))),
  };
}
