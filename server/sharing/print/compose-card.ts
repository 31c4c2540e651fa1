import { asBlend, asInk, INK, WHITE } from '#site/card/colors.ts';
import { QUIET_ZONE, qrMatrix } from '#site/qr/qr.ts';
import { type CardJob, fromMillimeters as mm } from './print-job.ts';
import type { TextManner, TextSetter } from './set-text.ts';
import { type Code, type Ink, type Item, mirrorItems, type Sheet } from './sheet.ts';
import { lineHeight, placeLines, type StackedLine, setName, sumHeights } from './stack.ts';

/** A business card: the name in front, the ways to reach the person and the QR code on the back. */

const INCH = 72;
const SIZES: Record<CardJob['size'], { width: number; height: number; bleed: number }> = {
  '85x55': { width: mm(85), height: mm(55), bleed: mm(3) },
  '3.5x2': { width: 3.5 * INCH, height: 2 * INCH, bleed: INCH / 8 },
};
/** Nothing that matters is nearer to the cut. */
const SAFE = mm(5);
const CODE_SIDE = mm(19);
/** The band of color on the back. */
const BAND = mm(5);
const GRAY = '#57534e';

interface Colors {
  /** The ground of the front; null for plain paper. */
  ground: Ink | null;
  text: string;
  quiet: string;
  accent: string;
}

export async function composeCard(job: CardJob, setter: TextSetter): Promise<Sheet> {
  const size = SIZES[job.size];
  return {
    ...size,
    hasMarks: job.hasMarks,
    title: job.title,
    madeAt: job.madeAt,
    pages: [await composeFront(job, setter), await composeBack(job, setter)],
  };
}

const blendOf = ({ primaryColor, secondaryColor }: CardJob) => asBlend(primaryColor, secondaryColor);

function chooseColors(job: CardJob): Colors {
  if (job.design === 'paper') {
    return { ground: null, text: INK, quiet: GRAY, accent: asInk(job.primaryColor, INK, [WHITE]) };
  }
  const { from, to, on } = blendOf(job);
  return { ground: { from, to }, text: on, quiet: on, accent: on };
}

const fullBleed = ({ width, height, bleed }: (typeof SIZES)[CardJob['size']], ink: Ink): Item => ({
  kind: 'rect',
  x: -bleed,
  y: -bleed,
  width: width + 2 * bleed,
  height: height + 2 * bleed,
  ink,
});

export const nameManner = (template: CardJob['template']): Omit<TextManner, 'sizes'> =>
  (
    ({
      modern: { weight: 700, family: 'sans' },
      classic: { weight: 400, family: 'serif' },
      minimal: { weight: 300, family: 'sans' },
    }) as const
  )[template];

async function composeFront(job: CardJob, setter: TextSetter): Promise<Item[]> {
  const { width, height, bleed } = SIZES[job.size];
  const colors = chooseColors(job);
  const isCentered = job.template === 'classic';
  const column = { x: SAFE, width: width - 2 * SAFE, align: isCentered ? 'center' : 'start' } as const;
  const manner = { ...nameManner(job.template), sizes: [21, 19, 17, 15, 13.5, 12, 11, 10, 9] };
  const names = await setName(setter, job, [column.width, column.width], manner, {
    small: 15,
    second: manner,
  });
  const size = Math.min(...names.map((line) => line.size));
  const facts = await setFacts(job, setter, column.width);
  const lines: StackedLine[] = [
    ...names.map((line, index) => ({ line, color: colors.text, above: index * size * 0.05 })),
    ...facts.map((line, index) => ({ line, color: colors.quiet, above: index === 0 ? 3 : 1 })),
  ];
  const textHeight = sumHeights(lines);
  const items: Item[] = colors.ground ? [fullBleed({ width, height, bleed }, colors.ground)] : [];
  const room = height - 2 * SAFE - textHeight - 10;
  const picture = composePicture(job, room, isCentered ? width / 2 : null);
  items.push(...picture);
  const top = isCentered && picture.length === 0 ? (height - textHeight) / 2 : height - SAFE - textHeight;
  const rule = { kind: 'rect', height: 0.9, ink: colors.accent } as const;
  const ruleWidth = isCentered ? mm(12) : mm(9);
  items.push({ ...rule, x: isCentered ? (width - ruleWidth) / 2 : SAFE, y: top - 6, width: ruleWidth });
  items.push(...placeLines(lines, top, column));
  return names[0]?.isRightToLeft ? mirrorItems(items, width) : items;
}

const setFacts = (job: Pick<CardJob, 'jobTitle' | 'company'>, setter: TextSetter, width: number) =>
  Promise.all(
    [job.jobTitle, job.company]
      .filter(Boolean)
      .map((text) => setter.set(text, width, { sizes: [9, 8.5, 8, 7.5], weight: 400, family: 'sans' })),
  );

/** Largest sizes, so that pictures have 300 dots an inch. */
export const CARD_PHOTO = mm(19);
export const CARD_LOGO = { width: mm(32), height: mm(13) };

/** The photo or the logo at the top, at most `room` high; centered around `center`, or on the right. */
function composePicture(job: CardJob, room: number, center: number | null): Item[] {
  const { picture } = job;
  if (!picture || room < mm(6)) return [];
  const right = SIZES[job.size].width - SAFE;
  if (picture.kind === 'photo') {
    const side = Math.min(CARD_PHOTO, room);
    const radius = job.template === 'minimal' ? 0 : side / 2;
    const x = center === null ? right - side : center - side / 2;
    return [{ kind: 'picture', x, y: SAFE, width: side, height: side, png: picture.bytes, radius }];
  }
  const isOnColor = job.design === 'color';
  const edge = isOnColor ? mm(1.5) : 0;
  const scale = Math.min(
    (CARD_LOGO.width - 2 * edge) / picture.width,
    (Math.min(CARD_LOGO.height, room) - 2 * edge) / picture.height,
  );
  const [width, height] = [picture.width * scale, picture.height * scale];
  const x = center === null ? right - width - edge : center - width / 2;
  const logo: Item = { kind: 'picture', x, y: SAFE + edge, width, height, png: picture.bytes };
  if (!isOnColor) return [logo];
  // A logo is drawn for paper: on a color it keeps some.
  const plate = { x: x - edge, y: SAFE, width: width + 2 * edge, height: height + 2 * edge };
  return [{ kind: 'rect', ...plate, ink: WHITE, radius: mm(1) }, logo];
}

async function composeBack(job: CardJob, setter: TextSetter): Promise<Item[]> {
  const size = SIZES[job.size];
  const { width, height, bleed } = size;
  const isColored = job.design === 'color';
  const code = codeAt(job.link, width - SAFE - CODE_SIDE, height - SAFE - CODE_SIDE, CODE_SIDE);
  const left = SAFE + (isColored ? BAND : 0);
  const textWidth = code.x - computeQuietZone(code) - left;
  const name = await setter.set(job.fullName, width - SAFE - left, {
    ...nameManner(job.template),
    sizes: [11, 10, 9, 8],
  });
  const contacts = await Promise.all(
    job.contacts.map((text) =>
      setter.set(text, textWidth, { sizes: [8, 7.5, 7, 6.5, 6], weight: 400, family: 'sans' }),
    ),
  );
  const lines = contacts.map((line, index) => ({ line, color: INK, above: index === 0 ? 0 : 2.2 }));
  const accent = asInk(job.primaryColor, INK, [WHITE]);
  const items: Item[] = [];
  if (isColored) {
    const { from, to } = blendOf(job);
    const band = { x: -bleed, y: -bleed, width: bleed + BAND, height: height + 2 * bleed };
    items.push({ kind: 'rect', ...band, ink: { from, to } });
  }
  const textColumn = { x: left, width: textWidth, align: 'start' } as const;
  items.push(
    ...placeLines([{ line: name, color: accent, above: 0 }], SAFE, {
      ...textColumn,
      width: width - SAFE - left,
    }),
    { kind: 'rect', x: left, y: SAFE + lineHeight(name) + 3, width: mm(9), height: 0.9, ink: accent },
    ...placeLines(lines, height - SAFE - sumHeights(lines), textColumn),
    code,
  );
  return name.isRightToLeft ? mirrorItems(items, width) : items;
}

export const codeAt = (link: string, x: number, y: number, side: number): Code => ({
  kind: 'code',
  x,
  y,
  side,
  matrix: qrMatrix(link),
});

/** The width of the light frame that a code needs around it. */
export const computeQuietZone = ({ side, matrix }: Code): number => (side / matrix.length) * QUIET_ZONE;
