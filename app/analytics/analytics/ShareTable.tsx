import { Fragment } from 'react';
import type { Share } from './figures.ts';

/** A bar chart that is a table: each row has a label, a count and a share, with a bar below it. */
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
            <Fragment key={label}>
              <tr className="align-top">
                <th scope="row" className="w-full pt-2 pr-4 text-left font-normal wrap-anywhere">
                  {label}
                </th>
                <td className="pt-2 text-right font-medium tabular-nums">{views.toLocaleString()}</td>
                <td className="min-w-14 pt-2 text-right text-ink-2 tabular-nums">{Math.round(percent)}%</td>
              </tr>
              {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row takes no focus; the row above gives the figures */}
              <tr aria-hidden="true">
                <td colSpan={3} className="pt-1 pb-1.5">
                  <div className="h-1.5 rounded-full bg-line/60">
                    <div className="bar h-full rounded-full bg-ink-2" style={{ width: `${percent}%` }} />
                  </div>
                </td>
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
