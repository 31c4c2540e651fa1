import styles from './house.css?inline';

/**
 * The type and base styles of our own pages. Fraunces comes in one weight (340), one optical size (48) and Latin-1, the
 * letters our headings need: 16 KB instead of 67. Any other letter is shown in the fallback font. Until Fraunces has
 * loaded, local fonts with its metrics stand in, so that nothing jumps.
 *
 * Made with fontTools 4.66 from `@fontsource-variable/fraunces` 5.3.0 (SIL Open Font License): `fonttools
 * varLib.instancer fraunces-latin-opsz-normal.woff2 opsz=48 wght=340`, then `pyftsubset --flavor=woff2
 * --layout-features=kern,lnum --no-hinting --unicodes=U+20-7E,A0-FF,2013,2014,2018,2019,201C,201D,2026,2192`.
 */

/** The name changes with the content, because it is served as immutable. */
export const DISPLAY_FONT = '/assets/fraunces-340-3.woff2';

const ASCENT = 0.978;
const DESCENT = 0.255;

const formatPercent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** `width`: the mean width of English text in Fraunces divided by that in the local font. */
const fallbackFace = (name: string, local: string, width: number) =>
  `@font-face{font-family:"${name}";src:local("${local}");size-adjust:${formatPercent(width)};ascent-override:${formatPercent(ASCENT / width)};descent-override:${formatPercent(DESCENT / width)};line-gap-override:0%}`;

const fonts = [
  `@font-face{font-family:Fraunces;font-weight:400;font-display:swap;src:url(${DISPLAY_FONT}) format("woff2")}`,
  fallbackFace('Fraunces Georgia', 'Georgia', 1),
  fallbackFace('Fraunces Times', 'Times New Roman', 1.098),
  fallbackFace('Fraunces DejaVu', 'DejaVu Serif', 0.857),
  ':root{--display:Fraunces,"Fraunces Georgia","Fraunces Times","Fraunces DejaVu",Georgia,serif}',
];

export const houseCss = fonts.join('') + styles;
