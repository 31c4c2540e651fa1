import type { Share } from './figures.ts';

/** A bar chart that is a table: each row says what it is, how many, and how much of the whole its bar is. */
export function ShareTable({ heading, shares, total }: { heading: string; shares: Share[]; total: number }) {
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">Views</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ label, views }) => {
          const percent = total === 0 ? 0 : (views / total) * 100;
          return (
            <tr key={label} className="relative">
              <th scope="row" className="relative w-full pt-2 pb-4 pr-4 text-left font-normal wrap-anywhere">
                {label}
              </th>
              <td className="pt-2 pb-4 text-right align-top font-medium tabular-nums">
                {views.toLocaleString()}
              </td>
              <td className="min-w-14 pt-2 pb-4 text-right align-top text-ink-2 tabular-nums">
                {Math.round(percent)}%
                <Bar percent={percent} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Lies under the whole row it stands in. */
function Bar({ percent }: { percent: number }) {
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-1.5 h-1.5 rounded-full bg-line/60">
      <span className="block h-full rounded-full bg-ink-2" style={{ width: `${percent}%` }} />
    </span>
  );
}
