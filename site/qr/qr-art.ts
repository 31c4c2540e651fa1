import type { QR_STYLE_IDS } from '#shared/constants.ts';
import { QUIET_ZONE, qrMatrix } from './qr.ts';

/** QR codes as drawings: four styles, each with its own gradient, dots and animation, and all of them scan. */

export interface QrStyle {
  id: (typeof QR_STYLE_IDS)[number];
  name: string;
  /** Gradient from top left to bottom right; both at least 4.5:1 on white, so that cameras see the dots. */
  from: string;
  to: string;
  dot: 'round' | 'square' | 'circle' | 'bar';
  /** The order in which the modules appear. */
  reveal: 'diagonal' | 'downwards' | 'outwards' | 'sideways';
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
    to: '#0f6e84',
    dot: 'circle',
    reveal: 'outwards',
  },
  { id: 'blue', name: 'Executive Blue', from: '#0b2a5b', to: '#2563a8', dot: 'bar', reveal: 'sideways' },
] as const satisfies readonly QrStyle[];

const FINDER = 7;
/** The modules appear in this many groups, one after another. */
const GROUPS = 14;

const MOTION = `path{animation:in .3s ease-out both}@keyframes in{from{opacity:0;transform:translateY(.6px)}}${Array.from(
  { length: GROUPS },
  (_, group) => `.g${group}{animation-delay:${group * 45}ms}`,
).join('')}@media(prefers-reduced-motion:reduce){path{animation:none}}`;

/** The code of `text` in a style, as SVG; with `isMoving` the modules appear one after another. */
export function paintQr(text: string, style: QrStyle, { isMoving = false } = {}): string {
  const matrix = qrMatrix(text, 'quartile');
  const size = matrix.length;
  const side = size + 2 * QUIET_ZONE;
  const groups = Array.from({ length: GROUPS }, () => '');
  const add = (x: number, y: number, shape: string) => {
    const group = Math.min(GROUPS - 1, Math.floor(progress(style.reveal, x, y, size) * GROUPS));
    groups[group] += shape;
  };
  for (const eye of eyesOf(size)) add(eye.x, eye.y, drawEye(eye, style.dot));
  matrix.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark && !isInEye(x, y, size)) add(x, y, dot(matrix, x, y, style.dot));
    });
  });
  const paths = groups.map((d, group) => (d ? `<path class="g${group}" fill-rule="evenodd" d="${d}"/>` : ''));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">`,
    `<linearGradient id="ink" gradientUnits="userSpaceOnUse" x2="${size}" y2="${size}">`,
    `<stop stop-color="${style.from}"/><stop offset="1" stop-color="${style.to}"/></linearGradient>`,
    isMoving ? `<style>${MOTION}</style>` : '',
    `<rect width="${side}" height="${side}" fill="#fff"/>`,
    `<g fill="url(#ink)" transform="translate(${QUIET_ZONE} ${QUIET_ZONE})">${paths.join('')}</g></svg>`,
  ].join('');
}

/**
 * The code as a dialog shows it. If it cannot be generated (the text is longer than a code can hold), the specification
 * wants a placeholder instead of an error (section 8).
 */
export function drawQr(text: string, style: QrStyle): { svg: string; isPlaceholder: boolean } {
  try {
    return { svg: paintQr(text, style, { isMoving: true }), isPlaceholder: false };
  } catch {
    return { svg: paintPlaceholder(style), isPlaceholder: true };
  }
}

const paintPlaceholder = ({ from }: QrStyle): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><rect width="33" height="33" fill="#fff"/>` +
  `<g fill="none" stroke="${from}"><rect x="4.5" y="4.5" width="24" height="24" rx="3" stroke-dasharray="2 1.2"/>` +
  `<path d="M11 11h4v4h-4zM18 11h4v4h-4zM11 18h4v4h-4z"/></g></svg>`;

/** When a module appears during the animation, from 0 to 1. */
function progress(reveal: QrStyle['reveal'], x: number, y: number, size: number): number {
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
 * The patterns scanners look for first, which must stay intact: three finders and, in the codes of 25 to 41 modules
 * that links need, one alignment pattern (ISO/IEC 18004, 6.3.3 and 6.3.6).
 */
function eyesOf(size: number): Eye[] {
  const far = size - FINDER;
  const finders = [
    { x: 0, y: 0, side: FINDER },
    { x: far, y: 0, side: FINDER },
    { x: 0, y: far, side: FINDER },
  ];
  const hasAlignment = size >= 25 && size <= 41;
  return hasAlignment ? [...finders, { x: size - 9, y: size - 9, side: 5 }] : finders;
}

const isInEye = (x: number, y: number, size: number) =>
  eyesOf(size).some((eye) => x >= eye.x && x < eye.x + eye.side && y >= eye.y && y < eye.y + eye.side);

const EYE_RADIUS: Record<QrStyle['dot'], number> = { round: 0.2, square: 0, circle: 0.32, bar: 0.14 };

/** A ring, one module wide, around a pupil. */
function drawEye({ x, y, side }: Eye, kind: QrStyle['dot']): string {
  const radius = EYE_RADIUS[kind];
  return [0, 1, 2]
    .map((inset) =>
      box(x + inset, y + inset, side - 2 * inset, side - 2 * inset, radius * (side - 2 * inset)),
    )
    .join('');
}

function dot(matrix: boolean[][], x: number, y: number, kind: QrStyle['dot']): string {
  if (kind === 'square') return box(x, y, 1, 1, 0);
  if (kind === 'round') return box(x + 0.03, y + 0.03, 0.94, 0.94, 0.28);
  if (kind === 'circle') return box(x + 0.02, y + 0.02, 0.96, 0.96, 0.48);
  // Bars: vertical neighbors merge, with round ends.
  const isOn = (row: number) => matrix[row]?.[x] === true && !isInEye(x, row, matrix.length);
  if (isOn(y - 1)) return '';
  let length = 1;
  while (isOn(y + length)) length += 1;
  return box(x + 0.06, y + 0.03, 0.88, length - 0.06, 0.44);
}

const round = (value: number) => Number(value.toFixed(2));

/** A rectangle with rounded corners as path commands. */
function box(x: number, y: number, width: number, height: number, radius: number): string {
  if (radius === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const [across, down] = [round(width - 2 * radius), round(height - 2 * radius)];
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${round(dx)} ${round(dy)}`;
  return (
    `M${round(x + radius)} ${round(y)}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}` +
    `h${-across}${arc(-radius, -radius)}v${-down}${arc(radius, -radius)}z`
  );
}
