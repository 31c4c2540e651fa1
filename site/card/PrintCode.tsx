import { linkLabel } from '#shared/contract/links.ts';
import { qrMatrix } from '#site/qr/qr.ts';

/**
 * The QR code of the card's address, shown only in print. It is part of the document, because not every browser waits
 * for an image that is fetched only for printing. Drawn as strokes, one path segment per row of modules, to keep it
 * small.
 */
export function PrintCode({ url }: { url: string }) {
  const rows = qrMatrix(url, 'low');
  return (
    <div className="code" data-to={linkLabel(url)}>
      <svg aria-hidden="true" viewBox={`0 0 ${rows.length} ${rows.length}`}>
        <CodeStrokes rows={rows} />
      </svg>
    </div>
  );
}

/** The dark modules, one unit wide. */
export const CodeStrokes = ({ rows }: { rows: boolean[][] }) => (
  // Slightly taller than a row: some printers leave hairlines between rows that only touch.
  <path stroke="#000" strokeWidth="1.03" d={rows.map(drawStrokes).join('')} />
);

/** Runs of dark modules, each relative to the end of the last: "M0 3.5h7m2 0h1". */
function drawStrokes(row: boolean[], y: number): string {
  const runs =
    row
      .map((isDark) => (isDark ? '#' : ' '))
      .join('')
      .match(/ +|#+/g) ?? [];
  const strokes = runs.map((run) => (run[0] === '#' ? `h${run.length}` : `m${run.length} 0`)).join('');
  return `M0 ${y}.5${strokes.replace(/m\d+ 0$/, '')}`;
}
