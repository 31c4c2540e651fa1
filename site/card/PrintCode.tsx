import { linkLabel } from '#shared/links.ts';
import { qrMatrix } from '#shared/qr.ts';

/**
 * The code of a card's address, which only paper shows. It stands in the document: a picture that is fetched for
 * printing alone is not there in every browser when the page is printed. Drawn in strokes, a row of modules each, as
 * small as it gets.
 */
export function PrintCode({ url }: { url: string }) {
  const rows = qrMatrix(url, 'low');
  return (
    <div className="code" data-to={linkLabel(url)}>
      <svg aria-hidden="true" viewBox={`0 0 ${rows.length} ${rows.length}`}>
        {/* A little more than a row high: some printers leave hairlines between rows that only touch. */}
        <path stroke="#000" strokeWidth="1.03" d={rows.map(strokesOf).join('')} />
      </svg>
    </div>
  );
}

/** Runs of dark modules, each from where the last one ended: "M0 3.5h7m2 0h1". */
function strokesOf(row: boolean[], y: number): string {
  const runs =
    row
      .map((isDark) => (isDark ? '#' : ' '))
      .join('')
      .match(/ +|#+/g) ?? [];
  const strokes = runs.map((run) => (run[0] === '#' ? `h${run.length}` : `m${run.length} 0`)).join('');
  return `M0 ${y}.5${strokes.replace(/m\d+ 0$/, '')}`;
}
