import { SAMPLE_VIEWS } from './sample.ts';

const WIDTH = 300;
const HEIGHT = 68;
const HIGHEST = 100;

const heightOf = (views: number) => Math.round(HEIGHT - (views / HIGHEST) * HEIGHT);

const points = SAMPLE_VIEWS.map(
  (views, day) => `${Math.round((day * WIDTH) / (SAMPLE_VIEWS.length - 1))} ${heightOf(views)}`,
);

/** Two weeks of views as one line, ending today. */
export function ViewsLine() {
  const first = SAMPLE_VIEWS[0] ?? 0;
  const last = SAMPLE_VIEWS.at(-1) ?? 0;
  return (
    <p className="line">
      <span aria-hidden="true">{last} views today</span>
      <svg viewBox={`0 -6 ${WIDTH + 8} ${HEIGHT + 8}`} aria-hidden="true">
        <path d={`M${points.join('L')}`} />
        <circle cx={WIDTH} cy={heightOf(last)} r="4" />
      </svg>
      <span className="unseen">
        Views a day over two weeks, rising from {first} to {last}.
      </span>
    </p>
  );
}
