import type { Box, Drawing, DrawingLayout, TextBlock } from '#server/sharing/drawing/drawing-tasks.ts';
import type { BackgroundDesign, BackgroundSide } from '#shared/cards/backgrounds.ts';
import type { PublicCard } from '#shared/cards/cards.ts';
import { derivePalette } from '#site/card/palette.ts';

/**
 * The five meeting backgrounds, in units of 1920 by 1080.
 *
 * A person sits in the middle: the head takes the middle third of the upper half, the shoulders the whole lower half.
 * Code and name stand in the upper half beside the head, at the same distance from the middle, so that a mirrored
 * picture keeps both free; between 4:3 edges, because some calls cut the sides off.
 */

export const BACKGROUND_WIDTH = 1920;
const HEIGHT = 1080;
/** The left edge of a picture cut to 4:3. */
const SAFE = 240;
const TOP = 68;
/** The code's side with its quiet zone: in a video tile of 640 pixels, a module is still more than three pixels wide. */
const CODE_SIDE = 420;

const INK = '#1a1a1a';
const GOLD = '#d4af37';

interface Look {
  /** The ground behind everything. */
  ground: Drawing[];
  ink: string;
  ink2: string;
  /** A short line above the name. */
  accent: string;
}

const createBox = (style: Box['style']): Box => ({ kind: 'box', style: { position: 'absolute', ...style } });
const full = { left: 0, top: 0, width: BACKGROUND_WIDTH, height: HEIGHT };
const drawShapes = (content: string): Drawing => ({
  kind: 'picture',
  source: `<svg xmlns="http://www.w3.org/2000/svg" width="${BACKGROUND_WIDTH}" height="${HEIGHT}" viewBox="0 0 ${BACKGROUND_WIDTH} ${HEIGHT}">${content}</svg>`,
  style: { position: 'absolute', ...full },
});

/** Quarter circles around the two lower corners, as rings in water. */
function drawRings(color: string): string {
  const radii = Array.from({ length: 16 }, (_, index) => 180 + index * 72);
  return [0, BACKGROUND_WIDTH]
    .flatMap((x) =>
      radii.map(
        (radius, index) =>
          `<circle cx="${x}" cy="${HEIGHT}" r="${radius}" fill="none" stroke="${color}" stroke-width="2" stroke-opacity="${(0.5 - index * 0.028).toFixed(3)}"/>`,
      ),
    )
    .join('');
}

/** Light through a window, on a wall. */
const WINDOW =
  '<g fill="#ffffff" fill-opacity="0.5"><path d="M-60 0h300l-420 1080h-300z"/><path d="M330 0h250l-420 1080H-90z"/>' +
  '<path d="M1500 0h190l-420 1080h-190z" fill-opacity="0.6"/><path d="M1760 0h120l-420 1080h-120z" fill-opacity="0.6"/></g>';

function deriveLook(design: BackgroundDesign, card: PublicCard): Look {
  const { blend, light } = derivePalette(card);
  const gradient = (angle: number, ...colors: string[]) =>
    createBox({ ...full, backgroundImage: `linear-gradient(${angle}deg, ${colors.join(', ')})` });
  switch (design) {
    case 'paper':
      return {
        ground: [
          gradient(180, '#fbfaf7', '#f1ede4'),
          createBox({ left: 40, top: 40, width: 1840, height: 1000, border: `3px solid ${light.hair}` }),
          createBox({ left: 52, top: 52, width: 1816, height: 976, border: `1px solid ${light.hair}` }),
        ],
        ink: INK,
        ink2: '#57534e',
        accent: light['ink-one'],
      };
    case 'charcoal':
      return {
        ground: [
          gradient(200, '#26231f', '#141311'),
          createBox({ left: 0, top: 0, width: BACKGROUND_WIDTH, height: 6, backgroundColor: GOLD }),
        ],
        ink: '#f5f5f5',
        ink2: '#b3ada6',
        accent: GOLD,
      };
    case 'colors':
      return {
        ground: [gradient(125, blend.from, blend.to)],
        ink: blend.on,
        ink2: blend.on,
        accent: blend.on,
      };
    case 'studio':
      return {
        ground: [gradient(170, '#ebe7e0', '#d9d4cb'), drawShapes(WINDOW)],
        ink: INK,
        ink2: '#44403c',
        accent: light['ink-one'],
      };
    case 'rings':
      return {
        ground: [gradient(180, light.surface, light.tint), drawShapes(drawRings(light['ink-one']))],
        ink: INK,
        ink2: '#57534e',
        accent: light['ink-one'],
      };
  }
}

interface BackgroundInput {
  card: PublicCard;
  design: BackgroundDesign;
  side: BackgroundSide;
  /** The code as SVG, with its quiet zone. */
  code: string;
  manner: Pick<TextBlock, 'family' | 'weight'>;
}

export function backgroundLayout({ card, design, side, code, manner }: BackgroundInput): DrawingLayout {
  const look = deriveLook(design, card);
  const codeLeft = side === 'left' ? SAFE : BACKGROUND_WIDTH - SAFE - CODE_SIDE;
  return {
    width: BACKGROUND_WIDTH,
    height: HEIGHT,
    root: {
      kind: 'box',
      style: { width: BACKGROUND_WIDTH, height: HEIGHT, position: 'relative', backgroundColor: '#ffffff' },
      children: [
        ...look.ground,
        // The name leans to the picture's edge, away from the head.
        nameBox(card, look, manner, {
          left: BACKGROUND_WIDTH - codeLeft - CODE_SIDE,
          align: side === 'left' ? 'right' : 'left',
        }),
        codeBox(code, codeLeft),
      ],
    },
  };
}

function codeBox(code: string, left: number): Box {
  const size = { width: CODE_SIDE, height: CODE_SIDE, borderRadius: 22 };
  return {
    kind: 'box',
    style: { position: 'absolute', left, top: TOP, backgroundColor: '#ffffff', ...size },
    children: [{ kind: 'picture', source: code, style: size }],
  };
}

function nameBox(
  card: PublicCard,
  look: Look,
  manner: BackgroundInput['manner'],
  { left, align }: { left: number; align: 'left' | 'right' },
): Box {
  const set = { kind: 'text', width: CODE_SIDE, align } as const;
  const facts = [card.jobTitle, card.company].flatMap((text) =>
    text ? [{ ...set, text, sizes: [30, 25], lines: 2, color: look.ink2 }] : [],
  );
  return {
    kind: 'box',
    style: {
      position: 'absolute',
      left,
      top: TOP,
      width: CODE_SIDE,
      flexDirection: 'column',
      alignItems: align === 'right' ? 'flex-end' : 'flex-start',
      gap: 8,
    },
    children: [
      { kind: 'box', style: { width: 72, height: 4, marginBottom: 14, backgroundColor: look.accent } },
      {
        ...set,
        ...manner,
        text: card.fullName,
        sizes: [60, 50, 42, 34],
        lines: 3,
        color: look.ink,
        lineHeight: 1.1,
      },
      { kind: 'box', style: { height: 4 } },
      ...facts,
    ],
  };
}
