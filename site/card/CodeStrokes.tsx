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
