import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { dayFormat } from '#shared/formats/time.ts';
import { useModelFigures } from './admin.queries.ts';

const formatDay = dayFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }, null);
const COLUMNS = ['Day', 'Accounts', 'Calls', 'Failures', 'Tokens'] as const;
/** Phones have no room for how many accounts asked. */
const styleOf = (column: string) =>
  `px-2 py-2 font-normal first:pl-4 last:pr-4 sm:px-4 ${column === 'Accounts' ? 'max-sm:hidden' : ''} ${column === 'Day' ? 'text-left whitespace-nowrap' : 'text-right'}`;

/** Requests to the language model, by day (UTC). Renders nothing where there is none. */
export function ModelPanel() {
  const { data: figures, error, refetch } = useModelFigures();
  if (error && !figures) return <LoadFailed error={error} retry={refetch} />;
  if (!figures || (!figures.model && figures.days.length === 0)) return null;
  const { model, days } = figures;
  return (
    <section aria-labelledby="language-model" className="mt-8 rounded-surface border border-line bg-surface">
      <div className="px-4 py-3">
        <h2 id="language-model" className="font-medium">
          AI model
        </h2>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {model ? `${model.name} at ${model.host}` : 'No longer set up'}
        </p>
      </div>
      {days.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-2">Not used in the last 30 days.</p>
      ) : (
        <div className="overflow-x-auto border-t border-line">
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="text-ink-2">
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={styleOf(column)}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {days.map(({ day, accounts, calls, failures, tokens }) => (
                <tr key={day}>
                  <th scope="row" className={styleOf('Day')}>
                    {formatDay(new Date(day))}
                  </th>
                  {Object.entries({
                    Accounts: accounts,
                    Calls: calls,
                    Failures: failures,
                    Tokens: tokens,
                  }).map(([column, count]) => (
                    <td key={column} className={styleOf(column)}>
                      {count.toLocaleString()}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
