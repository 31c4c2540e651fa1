import { ViewsOverTime } from '#app/analytics/analytics/ViewsOverTime.tsx';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { TeamFigures } from '#shared/teams/figures.ts';
import { TEAM_RANGES, type TeamRange } from '#shared/teams/ranges.ts';
import type { Team } from '#shared/teams/teams.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Select } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { CardLines, HolderLines } from './FigureLines.tsx';
import { isBeingCounted, useTeamFigures } from './team-figures.queries.ts';
import { UnheldNote } from './UnheldNote.tsx';

/** The figures of a team's cards in total, by day, by who holds them and by card; for those who run the team. */
export function FiguresTab({ team }: { team: Team }) {
  const [days, choose] = useTeamRange();
  const { data, error, isPlaceholderData, refetch } = useTeamFigures(team.id, days);
  if (!data && error) return <LoadFailed error={error} retry={refetch} />;
  return (
    <section aria-labelledby="figures" className="space-y-6" aria-busy={isPlaceholderData}>
      <h2 id="figures" tabIndex={-1} className="sr-only">
        Figures
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="w-full sm:w-48">
          <Select label="Days" isLabelHidden value={days} onChange={(event) => choose(event.target.value)}>
            {TEAM_RANGES.map((name) => (
              <option key={name} value={name}>{`Last ${name} days`}</option>
            ))}
          </Select>
        </div>
        {data && <AsOf {...data} />}
      </div>
      {data?.asOf ? (
        <Counted team={team} days={days} asOf={data.asOf} figures={data} />
      ) : (
        <Skeleton className="h-80 rounded-surface!" />
      )}
    </section>
  );
}

/** The days in the address; what is no range is the usual one. */
function useTeamRange(): [TeamRange, (days: string) => void] {
  const [params, setParams] = useSearchParams();
  const days = TEAM_RANGES.find((name) => name === params.get('days')) ?? '30';
  const choose = (wanted: string) => {
    const next = new URLSearchParams(params);
    next.set('days', wanted);
    setParams(next, { replace: true });
  };
  return [days, choose];
}

function AsOf({ asOf, isComplete }: Pick<TeamFigures, 'asOf' | 'isComplete'>) {
  const time = asOf && new Date(asOf).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p role="status" className="text-sm text-ink-2 tabular-nums">
      {isBeingCounted(asOf) ? 'Counting now…' : `Counted ${time}. New views take about a minute.`}
      {!isComplete && ' Older views are still being added.'}
    </p>
  );
}

interface CountedProps {
  team: Team;
  days: TeamRange;
  asOf: string;
  figures: TeamFigures;
}

function Counted({ team, days, asOf, figures }: CountedProps) {
  const { totals, byDay } = figures;
  if (Object.values(totals).every((sum) => sum === 0)) return <NoFigures team={team} days={days} />;
  const steps = byDay.map(({ day, views }) => ({ day, views, before: null }));
  return (
    <>
      <TeamTotals totals={totals} />
      <Surface>
        <ViewsOverTime
          range={{ steps, stepDays: 1, views: totals.views, before: null }}
          within={`in the last ${days} days`}
        />
      </Surface>
      {/* Each count has lists of its own. */}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Surface>
          <HolderLines key={asOf} team={team} days={days} />
          <UnheldNote unheld={figures.unheld} />
        </Surface>
        <Surface>
          <CardLines key={asOf} team={team} days={days} />
        </Surface>
      </div>
    </>
  );
}

const TOTALS = [
  ['views', 'Views', 'Of all cards of the team'],
  ['visitors', 'New visitors', 'Each counted once per card'],
  ['contacts', 'Contacts', 'Met through the team’s cards'],
  ['leads', 'Leads', 'Left in lead forms'],
] as const;

const TeamTotals = ({ totals }: Pick<TeamFigures, 'totals'>) => (
  <dl className="grid gap-px overflow-hidden rounded-surface border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
    {TOTALS.map(([name, label, hint]) => (
      <div key={name} className="bg-surface px-5 py-4">
        <dt className="text-ink-2">{label}</dt>
        <dd className="font-display text-2xl tabular-nums sm:text-3xl">{totals[name].toLocaleString()}</dd>
        <dd className="text-sm text-ink-2">{hint}</dd>
      </div>
    ))}
  </dl>
);

const NoFigures = ({ team, days }: { team: Team; days: TeamRange }) => (
  <EmptyState
    title="No Figures Yet"
    text={`No one has opened a card of ${team.name} in the last ${days} days. Views and contacts appear here about a minute after the first.`}
    action={
      <Link to={paths.team(team.id, 'cards')} className={buttonClass('secondary')}>
        See the Cards
      </Link>
    }
  />
);
