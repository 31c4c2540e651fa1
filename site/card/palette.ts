import type { PublicCard } from '#shared/cards/cards.ts';
import { memoize } from '../memoize.ts';
import { asBlend, asFill, asInk, type Blend, computeContrast, lightenUntil, mixColors } from './colors.ts';

/** The colors of a card as custom properties: those its owner chose, and those computed to keep everything readable. */

/** The neutral ground under every card, light and dark. `paper` is the classic card's own stock, `grain` its lines. */
const GROUND = {
  light: {
    table: '#f1ede4',
    surface: '#ffffff',
    paper: '#fdfbf5',
    ink: '#1a1a1a',
    'ink-2': '#57534e',
    line: '#e7e3da',
    danger: '#b42318',
    grain: '#1a1a1a06',
  },
  dark: {
    table: '#0e0d0c',
    surface: '#1d1b18',
    paper: '#211e1a',
    ink: '#f5f5f5',
    'ink-2': '#b3ada6',
    line: '#36312b',
    danger: '#f97066',
    grain: '#f5f5f506',
  },
} as const;

type Scheme = keyof typeof GROUND;

/** Custom properties that differ between light and dark, by name without the dashes. */
export type Tones = Record<
  | keyof (typeof GROUND)['light']
  | 'tint'
  | 'control'
  | 'hair'
  | 'ink-one'
  | 'edge-one'
  | 'fill-one'
  | 'on-one',
  string
>;

export interface Palette {
  fixed: Record<'one' | 'two', string>;
  /** The first two colors as a gradient under text, for pictures. */
  blend: Blend;
  light: Tones;
  dark: Tones;
}

export type CardColors = Pick<PublicCard, 'primaryColor' | 'secondaryColor'>;

const TINT: Record<Scheme, number> = { light: 0.12, dark: 0.22 };
/** How much of the primary color is in a hairline of the classic card, and how much ink in the edge of a field. */
const HAIR = 0.42;
const CONTROL = 0.7;
/** Below this contrast a fill melts into the card, so its edge is drawn. */
const VISIBLE = 1.3;
/** Below this contrast a plane or a button is hard to see in the dark, and takes a lighter tone of its color. */
const DISTINCT = 2;

function deriveTones(scheme: Scheme, primary: string): Tones {
  const ground = GROUND[scheme];
  const grounds = [ground.table, ground.surface, ground.paper];
  // Of the readable tone: a dark color alone would not be seen on a dark card.
  const tint = mixColors(ground.surface, asInk(primary, ground.ink, grounds), TINT[scheme]);
  const inkOne = asInk(primary, ground.ink, [...grounds, tint]);
  const isSeen = (color: string) => computeContrast(color, ground.surface) >= DISTINCT;
  const { fill, on } = asFill(scheme === 'dark' ? lightenUntil(primary, ground.ink, isSeen) : primary);
  const isFaint = [ground.surface, ground.paper].some((under) => computeContrast(fill, under) < VISIBLE);
  return {
    ...ground,
    tint,
    // Computed here instead of with color-mix(), which Safari has only since 16.2 and which cannot have a plain
    // fallback: a value that contains var() counts as valid until it is computed.
    control: mixColors(ground.surface, ground['ink-2'], CONTROL),
    hair: mixColors(ground.paper, inkOne, HAIR),
    'ink-one': inkOne,
    'edge-one': isFaint ? ground['ink-2'] : fill,
    'fill-one': fill,
    'on-one': on,
  };
}

const PALETTES_MAX = 500;

/** All colors of a card, computed from the two its owner chose. */
export const derivePalette = memoize(
  ({ primaryColor, secondaryColor }: CardColors): Readonly<Palette> => ({
    fixed: { one: primaryColor, two: secondaryColor },
    blend: asBlend(primaryColor, secondaryColor),
    light: deriveTones('light', primaryColor),
    dark: deriveTones('dark', primaryColor),
  }),
  ({ primaryColor, secondaryColor }) => `${primaryColor} ${secondaryColor}`,
  PALETTES_MAX,
);

/** The class that carries a card's colors: equal for equal colors, so that several cards can share a page. */
export const paletteClass = ({ primaryColor, secondaryColor }: CardColors): string =>
  `gl-${[primaryColor, secondaryColor].map((color) => color.slice(1).toLowerCase()).join('-')}`;

/** The class of a page in a card's colors and, if it contains forms, in its design. */
export const pageClass = (card: CardColors & Pick<PublicCard, 'template'>): string =>
  `gl-page ${card.template}-page ${paletteClass(card)}`;

const declareTones = (tones: Record<string, string>) =>
  Object.entries(tones)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The custom properties of a palette; a `data-theme` on the root overrides the system's theme. */
export const paletteCss = memoize(writePaletteCss, paletteClass, PALETTES_MAX);

function writePaletteCss(card: CardColors): string {
  const { fixed, light, dark } = derivePalette(card);
  const name = `.${paletteClass(card)}`;
  const darkTones = `color-scheme:dark;${declareTones(dark)}`;
  return [
    `${name}{color-scheme:light;${declareTones(fixed)};${declareTones(light)}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]) ${name}{${darkTones}}}`,
    `[data-theme=dark] ${name}{${darkTones}}`,
  ].join('');
}
