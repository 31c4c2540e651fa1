import { NAME_STYLE } from '#server/cards/cards/name-style.ts';
import type { Box, Drawing, DrawingLayout, TextBlock } from '#server/sharing/drawing/drawing-tasks.ts';
import { isRightToLeft, isTall } from '#server/sharing/drawing/prepare-text.ts';
import type { PublicCard } from '#shared/cards/cards.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { abbreviateName } from '#site/card/designs/head-parts.tsx';
import { derivePalette } from '#site/card/palette.ts';
import { PREVIEW_SIZE } from '#site/OpenGraph.tsx';
import { renderMark } from '#site/render.tsx';

/** A card's link preview picture, in the manner of each template. */

/** The side of the photo in pixels. */
export const PREVIEW_PHOTO_SIDE = 300;

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
/** Free space at the left and right edge. */
const MARGIN = 62;

/** Tall letters need lines further apart: fewer lines of smaller letters take the same room. */
const nameRoom = ({ fullName }: PublicCard, sizes: number[], lines: number) =>
  isTall(fullName)
    ? { sizes: sizes.map((size) => Math.round(size * 0.8)), lines: Math.min(lines, 2) }
    : { sizes, lines };

interface Scene {
  card: PublicCard;
  /** The photo as a data URL. */
  photo: string | null;
  colors: ReturnType<typeof derivePalette>;
}

export function previewLayout(card: PublicCard, photo: string | null): DrawingLayout {
  const scene = { card, photo, colors: derivePalette(card) };
  const paint = { modern: layOutModern, classic: layOutClassic, minimal: layOutMinimal }[card.template];
  return { width: WIDTH, height: HEIGHT, root: paint(scene) };
}

const createBox = (style: Box['style'], ...children: (Drawing | null)[]): Box => ({
  kind: 'box',
  style,
  children: children.filter((child) => child !== null),
});

const createCanvas = (background: string, style: Box['style'], ...children: (Drawing | null)[]): Box =>
  createBox(
    { width: WIDTH, height: HEIGHT, position: 'relative', backgroundColor: background, ...style },
    ...children,
  );

/** Everything beside a name stands on the side of the name. */
const sideOf = ({ fullName }: PublicCard) => (isRightToLeft(fullName) ? 'right' : 'left');

function listFacts(
  { card, colors }: Scene,
  set: Omit<TextBlock, 'kind' | 'text' | 'color' | 'lines'>,
): TextBlock[] {
  return [card.jobTitle, card.company, card.location].flatMap((fact) =>
    fact ? [{ ...set, kind: 'text', text: fact, lines: 1, color: colors.light['ink-2'] } as const] : [],
  );
}

/** The photo, or the initials in the card's color. */
function drawPortrait({ card, photo, colors }: Scene, side: number, radius: number): Drawing {
  const style = { width: side, height: side, borderRadius: radius };
  if (photo) return { kind: 'picture', source: photo, style: { ...style, objectFit: 'cover' } };
  return createBox(
    { ...style, alignItems: 'center', justifyContent: 'center', backgroundColor: colors.light.tint },
    {
      kind: 'text',
      text: abbreviateName(card.fullName),
      width: side * 0.9,
      sizes: [side * 0.38, side * 0.3, side * 0.2],
      lines: 1,
      align: 'center',
      color: colors.light['ink-one'],
      ...NAME_STYLE[card.template],
    },
  );
}

function drawBrand({ colors }: Scene, style: Box['style']): Box {
  return createBox(
    { position: 'absolute', alignItems: 'center', gap: 10, ...style },
    { kind: 'picture', source: renderMark(), style: { width: 38, height: 38 } },
    { kind: 'text', text: PRODUCT, width: 106, sizes: [24], lines: 1, color: colors.light['ink-2'] },
  );
}

/** A plane in the card's color with a line of the other one, the rounded photo, and a bold name beside it. */
function layOutModern(scene: Scene): Box {
  const { card, colors } = scene;
  const { fixed, light } = colors;
  const width = 650;
  const align = sideOf(card);
  return createCanvas(
    light.surface,
    {},
    createBox(
      {
        width: 420,
        height: HEIGHT,
        alignItems: 'center',
        justifyContent: 'center',
        backgroundColor: fixed.one,
        borderRight: `8px solid ${fixed.two}`,
      },
      createBox(
        { width: 292, height: 292, padding: 11, borderRadius: 78, backgroundColor: light.surface },
        drawPortrait(scene, 270, 68),
      ),
    ),
    createBox(
      { width, marginLeft: 68, height: HEIGHT, flexDirection: 'column', justifyContent: 'center', gap: 8 },
      {
        kind: 'text',
        text: card.fullName,
        width,
        ...nameRoom(card, [92, 76, 60, 46], 3),
        align,
        color: light.ink,
        lineHeight: 1.1,
        ...NAME_STYLE.modern,
      },
      createBox({ height: 8 }),
      ...listFacts(scene, { width, sizes: [34, 29], align }),
    ),
    drawBrand(scene, { right: MARGIN - 30, bottom: 34 }),
  );
}

/** Letterpress: centered within a double hairline, the name in serifs. */
function layOutClassic(scene: Scene): Box {
  const { card, colors } = scene;
  const { light } = colors;
  const width = 920;
  const frame = (inset: number, thickness: number) =>
    createBox({
      position: 'absolute',
      left: inset,
      top: inset,
      width: WIDTH - 2 * inset,
      height: HEIGHT - 2 * inset,
      border: `${thickness}px solid ${light.hair}`,
    });
  const rule = () => createBox({ width: 150, height: 2, backgroundColor: light.hair });
  return createCanvas(
    light.paper,
    { flexDirection: 'column', alignItems: 'center', justifyContent: 'center', paddingBottom: 52 },
    frame(24, 3),
    frame(33, 1),
    drawPortrait(scene, 140, 70),
    createBox({ height: 14 }),
    {
      kind: 'text',
      text: card.fullName,
      width,
      ...nameRoom(card, [80, 68, 56, 46], 2),
      align: 'center',
      color: light.ink,
      lineHeight: 1.15,
      ...NAME_STYLE.classic,
    },
    createBox(
      { height: 38, alignItems: 'center', gap: 18 },
      rule(),
      createBox({ width: 11, height: 11, backgroundColor: light['ink-one'], transform: 'rotate(45deg)' }),
      rule(),
    ),
    ...listFacts(scene, { width, sizes: [29, 25], align: 'center', family: 'serif' }),
    drawBrand(scene, { bottom: 46, left: (WIDTH - 154) / 2 }),
  );
}

/** One enormous light name over a thin rule; a square photo. */
function layOutMinimal(scene: Scene): Box {
  const { card, photo, colors } = scene;
  const { light } = colors;
  const width = photo ? 720 : WIDTH - 2 * MARGIN - 40;
  const align = sideOf(card);
  return createCanvas(
    light.surface,
    { alignItems: 'center', justifyContent: 'space-between', paddingLeft: 72, paddingRight: MARGIN },
    createBox(
      { width, flexDirection: 'column', alignItems: align === 'right' ? 'flex-end' : 'flex-start' },
      {
        kind: 'text',
        text: card.fullName,
        width,
        ...nameRoom(card, [116, 96, 80, 64, 48], 3),
        align,
        color: light.ink,
        lineHeight: 1.1,
        ...NAME_STYLE.minimal,
      },
      createBox({
        width: 96,
        height: 4,
        marginTop: 26,
        marginBottom: 26,
        backgroundColor: light['edge-one'],
      }),
      ...listFacts(scene, { width, sizes: [32, 28], align }),
    ),
    photo ? drawPortrait(scene, PREVIEW_PHOTO_SIDE, 0) : null,
    drawBrand(scene, { right: MARGIN - 30, bottom: 34 }),
  );
}
