import { qrMatrix } from './qr.ts';

/** The shapes of a QR code: eyes, and modules as dots. All of them scan. */

/** How the modules look, and in which order they appear. */
export interface QrManner {
  dot: 'round' | 'square' | 'circle' | 'bar';
  reveal: 'diagonal' | 'downwards' | 'outwards' | 'sideways';
}

const FINDER = 7;
/** The modules appear in this many groups, one after another. */
export const GROUPS = 14;

/** The use of a code; each holds as much damage as still leaves its modules large. */
export type QrUse = 'link' | 'contact';

/** A code as shapes; lengths are in modules, the top left module's corner is the origin. */
export interface QrShapes {
  /** Modules a side, without the quiet zone. */
  size: number;
  /** Path data of all dark shapes in the order in which they appear, to be filled by the even-odd rule. */
  groups: string[];
  /** The square in the middle that is left to a picture. */
  middle: { x: number; y: number; side: number } | null;
}

/** The shapes of the code of `text`. Throws if no code can hold the text. */
export function shapeQr(
  text: string,
  style: QrManner,
  { use = 'link', hasMiddle = false }: { use?: QrUse; hasMiddle?: boolean } = {},
): QrShapes {
  const matrix = matrixFor(text, use);
  const size = matrix.length;
  const middle = hasMiddle ? computeMiddle(size) : null;
  const eyes = listEyes(size).filter((eye) => !middle || !overlaps(eye, middle));
  const isDrawn = (x: number, y: number) =>
    matrix[y]?.[x] === true && !eyes.some((eye) => isIn(eye, x, y)) && !(middle && isIn(middle, x, y));
  const groups = Array.from({ length: GROUPS }, () => '');
  const add = (x: number, y: number, shape: string) => {
    const group = Math.min(GROUPS - 1, Math.floor(measureProgress(style.reveal, x, y, size) * GROUPS));
    groups[group] += shape;
  };
  for (const eye of eyes) add(eye.x, eye.y, drawEye(eye, style.dot));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) if (isDrawn(x, y)) add(x, y, drawDot(isDrawn, x, y, style.dot));
  }
  return { size, groups, middle };
}

/** A link's code must survive small sizes and a picture; a contact's, ten times as long, needs large modules. */
function matrixFor(text: string, use: QrUse): boolean[][] {
  if (use === 'contact') return qrMatrix(text, 'low');
  const strong = qrMatrix(text, 'quartile');
  return strong.length <= LINK_MODULES_MAX ? strong : qrMatrix(text, 'medium');
}

/** Up to here, a module is at least two and a half pixels wide in a code of 120 px. */
const LINK_MODULES_MAX = 37;

/** Its side is odd, as the code's is, and hides about a fourteenth of the modules. */
function computeMiddle(size: number): Eye {
  const side = 2 * Math.round(size / 8) + 1;
  return { x: (size - side) / 2, y: (size - side) / 2, side };
}

/** When a module appears during the animation, from 0 to 1. */
function measureProgress(reveal: QrManner['reveal'], x: number, y: number, size: number): number {
  const last = size - 1;
  switch (reveal) {
    case 'diagonal':
      return (x + y) / (2 * last);
    case 'downwards':
      return y / last;
    case 'sideways':
      return x / last;
    case 'outwards':
      return Math.hypot(x - last / 2, y - last / 2) / Math.hypot(last / 2, last / 2);
  }
}

interface Eye {
  x: number;
  y: number;
  side: number;
}

/**
 * The patterns scanners look for first, which must stay intact: three finders, and alignment patterns in codes of more
 * than 21 modules (ISO/IEC 18004, 6.3.3 and 6.3.6).
 */
function listEyes(size: number): Eye[] {
  const far = size - FINDER;
  const finders = [
    { x: 0, y: 0, side: FINDER },
    { x: far, y: 0, side: FINDER },
    { x: 0, y: far, side: FINDER },
  ];
  const centers = alignmentCenters(size);
  const alignments = centers.flatMap((y) => centers.map((x) => ({ x: x - 2, y: y - 2, side: 5 })));
  return [...finders, ...alignments.filter((eye) => !finders.some((finder) => overlaps(eye, finder)))];
}

/** The coordinates whose pairs are centers of alignment patterns (ISO/IEC 18004, annex E, as a formula). */
function alignmentCenters(size: number): number[] {
  const version = (size - 17) / 4;
  if (version < 2) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const others = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step);
  return [6, ...others.reverse()];
}

const isIn = (eye: Eye, x: number, y: number) =>
  x >= eye.x && x < eye.x + eye.side && y >= eye.y && y < eye.y + eye.side;

const overlaps = (one: Eye, other: Eye) =>
  one.x < other.x + other.side &&
  other.x < one.x + one.side &&
  one.y < other.y + other.side &&
  other.y < one.y + one.side;

const EYE_RADIUS: Record<QrManner['dot'], number> = { round: 0.2, square: 0, circle: 0.32, bar: 0.14 };

/** A ring, one module wide, around a pupil. */
function drawEye({ x, y, side }: Eye, kind: QrManner['dot']): string {
  const radius = EYE_RADIUS[kind];
  return [0, 1, 2]
    .map((inset) =>
      drawBox(x + inset, y + inset, side - 2 * inset, side - 2 * inset, radius * (side - 2 * inset)),
    )
    .join('');
}

function drawDot(
  isDrawn: (x: number, y: number) => boolean,
  x: number,
  y: number,
  kind: QrManner['dot'],
): string {
  if (kind === 'square') return drawBox(x, y, 1, 1, 0);
  if (kind === 'round') return drawBox(x + 0.03, y + 0.03, 0.94, 0.94, 0.28);
  if (kind === 'circle') return drawBox(x + 0.02, y + 0.02, 0.96, 0.96, 0.48);
  // Bars: vertical neighbors merge, with round ends.
  if (isDrawn(x, y - 1)) return '';
  let length = 1;
  while (isDrawn(x, y + length)) length += 1;
  return drawBox(x + 0.06, y + 0.03, 0.88, length - 0.06, 0.44);
}

export const roundToHundredths = (value: number) => Math.round(value * 100) / 100;

/** A rectangle with rounded corners as path commands. */
function drawBox(x: number, y: number, width: number, height: number, radius: number): string {
  if (radius === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const [across, down] = [roundToHundredths(width - 2 * radius), roundToHundredths(height - 2 * radius)];
  const arc = (dx: number, dy: number) =>
    `a${radius} ${radius} 0 0 1 ${roundToHundredths(dx)} ${roundToHundredths(dy)}`;
  return (
    `M${roundToHundredths(x + radius)} ${roundToHundredths(y)}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}` +
    `h${-across}${arc(-radius, -radius)}v${-down}${arc(radius, -radius)}z`
  );
}
