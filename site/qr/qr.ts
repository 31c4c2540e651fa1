import encodeQR from 'qr';
import type { QR_ERROR_CORRECTIONS } from '#shared/contract/constants.ts';

/** QR codes are made here (ISO/IEC 18004), so that no third party learns a card's address. */

export type ErrorCorrection = (typeof QR_ERROR_CORRECTIONS)[number];

/** The width in modules of the quiet zone that the standard requires. */
export const QUIET_ZONE = 4;

/** The code of `text` as rows of modules, true for dark, without the quiet zone. */
export function qrMatrix(text: string, errorCorrection: ErrorCorrection = 'medium'): boolean[][] {
  // The library insists on a ring of light modules, which is removed again.
  const ringed = encodeQR(text, 'raw', { ecc: errorCorrection, border: 1 });
  return ringed.slice(1, -1).map((row) => row.slice(1, -1));
}

/** The code as SVG: one path of horizontal runs on a light ground, one unit per module, with its quiet zone. */
export function qrSvg(
  text: string,
  {
    errorCorrection = 'medium',
    quietZone = QUIET_ZONE,
  }: {
    errorCorrection?: ErrorCorrection /** 0 on a white ground that is one itself. */;
    quietZone?: number;
  } = {},
): string {
  const matrix = qrMatrix(text, errorCorrection);
  const side = matrix.length + 2 * quietZone;
  const path = matrix.map((row, y) => drawRuns(row, quietZone, y + quietZone)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#1a1a1a" d="${path}"/></svg>`
  );
}

function drawRuns(row: boolean[], left: number, y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    const length = x - start + 1;
    path += `M${start + left} ${y}h${length}v1h-${length}z`;
  }
  return path;
}
