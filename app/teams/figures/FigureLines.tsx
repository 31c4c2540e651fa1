import type { Pages } from '#app/frame/api/pages.ts';
import { counted } from '#app/frame/counted.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { FiguresOfCard, FiguresOfHolder } from '#shared/teams/figures.ts';
import type { TeamRange } from '#shared/teams/ranges.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useFiguresByCard, useFiguresByHolder } from './team-figures.queries.ts';

interface LinesProps {
  team: Team;
  days: TeamRange;
}

interface Line {
  id: string;
  name: string;
  /** Below the name. */
  hint: string;
  sums: number[];
}

export const HolderLines = ({ team, days }: LinesProps) => (
  <LineTable
    title="By Person"
    sums={['Views', 'People met']}
    pages={useFiguresByHolder(team.id, days)}
    toLine={toHolderLine}
    none="No one holds a card yet."
  />
);

const toHolderLine = ({ userId, fullName, cards, views, contacts, leads }: FiguresOfHolder): Line => ({
  id: userId,
  name: fullName,
  hint: counted(cards, 'card'),
  sums: [views, contacts + leads],
});

export const CardLines = ({ team, days }: LinesProps) => (
  <LineTable
    title="By Card"
    sums={['Views', 'New visitors']}
    pages={useFiguresByCard(team.id, days)}
    toLine={toCardLine}
    none="The team has no cards yet."
  />
);

const toCardLine = ({ cardId, fullName, cardName, views, visitors }: FiguresOfCard): Line => ({
  id: cardId,
  name: fullName,
  hint: cardName,
  sums: [views, visitors],
});

interface LineTableProps<Row> {
  title: string;
  sums: string[];
  pages: Pages<Row>;
  toLine: (row: Row) => Line;
  none: string;
}

const NUMBER = 'py-2.5 pl-4 text-right align-top tabular-nums';

function LineTable<Row>({ title, sums, pages, toLine, none }: LineTableProps<Row>) {
  const { rows, error, refetch } = pages;
  if (!rows && error) return <LoadFailed error={error} retry={refetch} />;
  return (
    <>
      <h3 className="pb-1 font-display text-xl">{title}</h3>
      {!rows && <Skeleton className="h-48" />}
      {rows?.length === 0 && <p className="py-2 text-ink-2">{none}</p>}
      {rows && rows.length > 0 && (
        <table className="w-full">
          <thead className="text-sm text-ink-2">
            <tr className="border-b border-line align-bottom">
              <th scope="col" className="w-full py-2 text-left font-normal">
                Name
              </th>
              {sums.map((name) => (
                <th key={name} scope="col" className="py-2 pl-4 text-right font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(toLine).map((line) => (
              <tr key={line.id}>
                <th scope="row" className="py-2.5 text-left font-medium wrap-anywhere">
                  {line.name}
                  <span className="block text-sm font-normal text-ink-2">{line.hint}</span>
                </th>
                {line.sums.map((sum, nth) => (
                  <td key={sums[nth]} className={NUMBER}>
                    {sum.toLocaleString()}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ShowMore pages={pages} label={`Show More ${title}`} />
    </>
  );
}
