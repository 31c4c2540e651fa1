import { QUIET_ZONE, qrMatrix } from '#site/qr/qr.ts';

const ID = 'qr';

/** Draws the QR code of `url` once; `QrCode` shows it wherever it is needed. */
export function QrDefinition({ url }: { url: string }) {
  const matrix = qrMatrix(url);
  const side = matrix.length + 2 * QUIET_ZONE;
  const path = matrix
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')),
    )
    .join('');
  return (
    <svg className="unseen" aria-hidden="true">
      <symbol id={ID} viewBox={`0 0 ${side} ${side}`}>
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill="#1a1a1a" shapeRendering="crispEdges" d={path} />
      </symbol>
    </svg>
  );
}

/** The code on a white ground with its quiet zone; text next to it must say what it opens. */
export function QrCode() {
  return (
    <svg className="qr" aria-hidden="true">
      <use href={`#${ID}`} />
    </svg>
  );
}
