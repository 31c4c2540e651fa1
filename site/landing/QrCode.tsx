import { QUIET_ZONE, qrMatrix } from '#site/qr/qr.ts';
import { QR_STYLES } from '#site/qr/qr-art.ts';

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
        <path shapeRendering="crispEdges" d={path} />
      </symbol>
      {QR_STYLES.map(({ id, from, to }) => (
        <linearGradient key={id} id={`${ID}-${id}`} x2="1" y2="1">
          <stop stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      ))}
    </svg>
  );
}

/** The code on a white ground with its quiet zone; text next to it must say what it opens. */
export function QrCode({ fill = '#1a1a1a' }: { fill?: string }) {
  return (
    <svg className="qr" fill={fill} aria-hidden="true">
      <use href={`#${ID}`} />
    </svg>
  );
}

/** One code in each of the four styles that one can choose. */
export const styledCodes = QR_STYLES.map(({ id }) => <QrCode key={id} fill={`url(#${ID}-${id})`} />);
