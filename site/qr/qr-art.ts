import type { QR_STYLE_IDS } from '#shared/contract/constants.ts';
import { QUIET_ZONE } from './qr.ts';
import { GROUPS, type QrManner, type QrShapes, type QrUse, roundToHundredths, shapeQr } from './qr-shapes.ts';

/** QR codes as drawings: four styles, each with its own gradient, dots and animation, and all of them scan. */

export interface QrStyle extends QrManner {
  id: (typeof QR_STYLE_IDS)[number];
  name: string;
  /** Gradient from top left to bottom right; both at least 4.5:1 on white, so that cameras see the dots. */
  from: string;
  to: string;
}

export const QR_STYLES = [
  {
    id: 'gold',
    name: 'Professional Gold',
    from: '#5c450c',
    to: '#8f6c16',
    dot: 'round',
    reveal: 'diagonal',
  },
  {
    id: 'charcoal',
    name: 'Elegant Charcoal',
    from: '#111111',
    to: '#57534e',
    dot: 'square',
    reveal: 'downwards',
  },
  {
    id: 'gradient',
    name: 'Modern Gradient',
    from: '#86198f',
    to: '#0d5f73',
    dot: 'circle',
    reveal: 'outwards',
  },
  { id: 'blue', name: 'Executive Blue', from: '#0b2a5b', to: '#1c5290', dot: 'bar', reveal: 'sideways' },
] as const satisfies readonly QrStyle[];

const MOTION = `path{animation:in .3s ease-out both}@keyframes in{from{opacity:0;transform:translateY(.6px)}}${Array.from(
  { length: GROUPS },
  (_, group) => `.g${group}{animation-delay:${group * 45}ms}`,
).join('')}@media(prefers-reduced-motion:reduce){path{animation:none}}`;

export interface QrPaint {
  /** The modules appear one after another. */
  isMoving?: boolean;
  use?: QrUse;
  /** Leaves the middle to a picture, or puts one there: a data URL. */
  middle?: 'empty' | { image: string };
  /** For dark grounds: the code on a light plate, because not every camera reads light modules on dark. */
  isDark?: boolean;
  /** Outlines of a line of text beneath the code. */
  caption?: Caption;
  /** For pixels: how many the square drawing has a side. Without a caption only. */
  side?: number;
}

/** A line of text as outlines, in thousandths of the drawing's width. */
export interface Caption {
  width: number;
  height: number;
  /** Path data, to be filled by the nonzero rule. */
  paths: readonly string[];
  emoji: readonly { x: number; y: number; side: number; png: string }[];
}

/** The dark ground around a code's plate; the same as the app's own. */
export const DARK_GROUND = '#141311';
const PAPER = '#ffffff';
const CAPTION_INK = { light: '#1a1a1a', dark: '#f5f5f5' } as const;
/** In modules: the dark margin, the corners of the plate, and of the picture. */
const DARK_MARGIN = 2;
const PLATE_RADIUS = 2.5;
const PICTURE_GAP = 0.6;

/** Where things stand, in modules; the same for SVG and PDF. */
export interface QrSheet extends QrShapes {
  width: number;
  height: number;
  /** The code's top left corner. */
  x: number;
  y: number;
  ground: string;
  /** The light square around code and quiet zone; null if the ground is light. */
  plate: { x: number; y: number; side: number; radius: number; fill: string } | null;
  picture: { x: number; y: number; side: number; radius: number } | null;
  caption: (Pick<Caption, 'paths' | 'emoji'> & { x: number; y: number; scale: number; fill: string }) | null;
}

/** The height of the line beneath the code, as a share of the width. */
const CAPTION_ROOM = 0.08;

export function layOutQr(
  text: string,
  style: QrManner,
  { use = 'link', middle, isDark = false, caption }: QrPaint,
): QrSheet {
  const shapes = shapeQr(text, style, { use, hasMiddle: middle !== undefined });
  const margin = isDark ? DARK_MARGIN : 0;
  const side = shapes.size + 2 * QUIET_ZONE;
  const width = side + 2 * margin;
  // Beneath a dark drawing's plate there is a margin; otherwise the quiet zone leaves room enough.
  const start = isDark ? width - margin / 2 : width - QUIET_ZONE * 0.6;
  const room = CAPTION_ROOM * width;
  return {
    ...shapes,
    width,
    height: caption ? start + room + margin : width,
    x: margin + QUIET_ZONE,
    y: margin + QUIET_ZONE,
    ground: isDark ? DARK_GROUND : PAPER,
    plate: isDark ? { x: margin, y: margin, side, radius: PLATE_RADIUS, fill: PAPER } : null,
    picture: shapes.middle && {
      x: margin + QUIET_ZONE + shapes.middle.x + PICTURE_GAP,
      y: margin + QUIET_ZONE + shapes.middle.y + PICTURE_GAP,
      side: shapes.middle.side - 2 * PICTURE_GAP,
      radius: (shapes.middle.side - 2 * PICTURE_GAP) / 5,
    },
    caption: caption
      ? {
          x: (width - (caption.width * width) / 1000) / 2,
          y: start + (room - (caption.height * width) / 1000) / 2,
          scale: width / 1000,
          fill: isDark ? CAPTION_INK.dark : CAPTION_INK.light,
          paths: caption.paths,
          emoji: caption.emoji,
        }
      : null,
  };
}

/** The code of `text` in a style, as SVG. */
export function paintQr(text: string, style: QrStyle, paint: QrPaint = {}): string {
  const sheet = layOutQr(text, style, paint);
  const { size, plate, picture, caption } = sheet;
  const paths = sheet.groups.map((d, group) =>
    d ? `<path class="g${group}" fill-rule="evenodd" d="${d}"/>` : '',
  );
  const { start, width, height, attributes } = computeFrame(sheet, paint.side);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}viewBox="${start} ${start} ${width} ${height}">`,
    `<linearGradient id="ink" gradientUnits="userSpaceOnUse" x2="${size}" y2="${size}">`,
    `<stop stop-color="${style.from}"/><stop offset="1" stop-color="${style.to}"/></linearGradient>`,
    paint.isMoving ? `<style>${MOTION}</style>` : '',
    `<rect x="${start}" y="${start}" width="${width}" height="${height}" fill="${sheet.ground}"/>`,
    plate ? `<rect ${squareOf(plate)} fill="${plate.fill}"/>` : '',
    `<g fill="url(#ink)" transform="translate(${sheet.x} ${sheet.y})">${paths.join('')}</g>`,
    picture && typeof paint.middle === 'object' ? pictureOf(picture, paint.middle.image) : '',
    caption ? captionOf(caption) : '',
    '</svg>',
  ].join('');
}

/** The part of the drawing that is shown. With `side`, modules are whole pixels, and the ground takes the rest. */
function computeFrame({ width, height }: QrSheet, side: number | undefined) {
  const scale = side === undefined ? 0 : Math.floor(side / width);
  if (side === undefined || scale === 0) {
    const attributes = side === undefined ? '' : `width="${side}" height="${side}" `;
    return { start: 0, width: roundToHundredths(width), height: roundToHundredths(height), attributes };
  }
  const start = -Math.floor((side - width * scale) / 2) / scale;
  const shown = side / scale;
  return { start, width: shown, height: shown, attributes: `width="${side}" height="${side}" ` };
}

const captionOf = ({ x, y, scale, fill, paths, emoji }: NonNullable<QrSheet['caption']>) =>
  `<g fill="${fill}" transform="translate(${roundToHundredths(x)} ${roundToHundredths(y)}) scale(${scale.toFixed(5)})">` +
  paths.map((d) => `<path d="${d}"/>`).join('') +
  emoji
    .map((one) => `<image ${squareOf({ ...one, radius: 0 })} href="data:image/png;base64,${one.png}"/>`)
    .join('') +
  '</g>';

const squareOf = ({ x, y, side, radius }: NonNullable<QrSheet['picture']>) =>
  `x="${roundToHundredths(x)}" y="${roundToHundredths(y)}" width="${roundToHundredths(side)}" height="${roundToHundredths(side)}" rx="${roundToHundredths(radius)}"`;

const pictureOf = (place: NonNullable<QrSheet['picture']>, image: string) =>
  `<clipPath id="middle"><rect ${squareOf(place)}/></clipPath>` +
  `<image ${squareOf(place)} clip-path="url(#middle)" href="${image}"/>`;

/**
 * The code as a dialog shows it. If it cannot be generated (the text is longer than a code can hold), the specification
 * wants a placeholder instead of an error (section 8).
 */
export function drawQr(
  text: string,
  style: QrStyle,
  paint: QrPaint = {},
): { svg: string; isPlaceholder: boolean } {
  try {
    return { svg: paintQr(text, style, { isMoving: true, ...paint }), isPlaceholder: false };
  } catch {
    return { svg: paintPlaceholder(style), isPlaceholder: true };
  }
}

const paintPlaceholder = ({ from }: QrStyle): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><rect width="33" height="33" fill="#fff"/>` +
  `<g fill="none" stroke="${from}"><rect x="4.5" y="4.5" width="24" height="24" rx="3" stroke-dasharray="2 1.2"/>` +
  `<path d="M11 11h4v4h-4zM18 11h4v4h-4zM11 18h4v4h-4z"/></g></svg>`;
