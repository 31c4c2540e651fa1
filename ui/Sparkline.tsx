const WIDTH = 120;
const HEIGHT = 32;
/** Room for half the stroke and the dot. */
const INSET = 3;

/**
 * A trend as a small line from zero, without axes; decorative, so text next to it must give the figure. It shrinks with
 * its box.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values, 1);
  const points = values.map((value, index) => ({
    x: INSET + (index / Math.max(values.length - 1, 1)) * (WIDTH - 2 * INSET),
    y: HEIGHT - INSET - (value / top) * (HEIGHT - 2 * INSET),
  }));
  const last = points.at(-1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="h-auto max-w-full"
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last.x} cy={last.y} r="2.5" className="fill-gold" />}
    </svg>
  );
}
