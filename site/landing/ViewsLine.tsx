import { SAMPLE_VIEWS } from './sample.ts';

const WIDTH = 300;
const HEIGHT = 90;
const HIGHEST = 100;

const points = SAMPLE_VIEWS.map(
  (views, day) =>
    `${Math.round((day * WIDTH) / (SAMPLE_VIEWS.length - 1))} ${HEIGHT - (views / HIGHEST) * HEIGHT}`,
);

/** Two weeks of views as one line, ending today; text next to it must say what it shows. */
export function ViewsLine() {
  const last = SAMPLE_VIEWS.at(-1) ?? 0;
  return (
    <svg className="line" viewBox={`-4 -4 ${WIDTH + 12} ${HEIGHT + 8}`} aria-hidden="true">
      <path className="under" d={`M0 ${HEIGHT}L${points.join(' ')} ${WIDTH} ${HEIGHT}z`} />
      <path className="stroke" pathLength={1} d={`M${points.join(' ')}`} />
      <circle cx={WIDTH} cy={HEIGHT - (last / HIGHEST) * HEIGHT} r="4" />
    </svg>
  );
}
