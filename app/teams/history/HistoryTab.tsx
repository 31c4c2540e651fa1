import { usePages } from '#app/frame/api/pages.ts';
import { formatTime } from '#app/frame/dates.ts';
import { groupByDay } from '#app/frame/group-by-day.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import {
  HISTORY_RANGES,
  TEAM_EVENT_GROUPS,
  type TeamEvent,
  type TeamEventGroup,
} from '#shared/teams/history.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { PersonSelect } from './PersonSelect.tsx';

const GROUPS: Record<TeamEventGroup, string> = {
  cards: 'Cards and invites',
  people: 'People',
  team: 'The team',
  billing: 'Billing',
  data: 'Exports',
};
const RANGES: Record<(typeof HISTORY_RANGES)[number], string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last year',
};

/** The filters in the address; what is none of them is not applied. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  const clear = () => setParams(new URLSearchParams({ tab: 'history' }), { replace: true });
  const person = params.get('person') ?? undefined;
  const about = TEAM_EVENT_GROUPS.find((group) => group === params.get('about'));
  const days = HISTORY_RANGES.find((range) => range === params.get('days'));
  return { person, about, days, choose, clear };
}

/** Who did what in the team, to whom, when and from where; for those who run it. */
export function HistoryTab({ team }: { team: Team }) {
  const filters = useFilters();
  const { person, about, days, clear } = filters;
  const pages = usePages('GET /api/teams/{id}/history', { person, about, days }, 50, { id: team.id });
  const { rows, error, isOutdated } = pages;
  const isFiltered = Boolean(person || about || days);
  return (
    <section aria-labelledby="history" aria-busy={isOutdated} className="max-w-3xl">
      <h2 id="history" className="sr-only">
        History
      </h2>
      <Filters team={team} {...filters} />
      {!rows && error ? (
        <LoadFailed error={error} retry={pages.refetch} />
      ) : !rows ? (
        <Skeleton className="h-80" />
      ) : rows.length > 0 ? (
        <Days events={rows} />
      ) : isFiltered ? (
        <EmptyState
          title="Nothing Found"
          text="Nothing in the history of this team matches."
          action={
            <Button variant="secondary" onClick={clear}>
              Show Everything
            </Button>
          }
        />
      ) : (
        <EmptyState title="Nothing Yet" text="Here you’ll see who did what in the team, for a year." />
      )}
      <ShowMore pages={pages} label="Show Older Events" />
    </section>
  );
}

function Filters({ team, person, about, days, choose }: { team: Team } & ReturnType<typeof useFilters>) {
  return (
    <div className="grid gap-3 pb-6 sm:grid-cols-3">
      <PersonSelect teamId={team.id} value={person ?? ''} onChange={(value) => choose('person', value)} />
      <Select label="About" value={about ?? ''} onChange={({ target }) => choose('about', target.value)}>
        <option value="">Everything</option>
        {TEAM_EVENT_GROUPS.map((group) => (
          <option key={group} value={group}>
            {GROUPS[group]}
          </option>
        ))}
      </Select>
      <Select label="Time" value={days ?? '365'} onChange={({ target }) => choose('days', target.value)}>
        {HISTORY_RANGES.map((range) => (
          <option key={range} value={range}>
            {RANGES[range]}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Days({ events }: { events: readonly TeamEvent[] }) {
  return (
    <div className="grid gap-6">
      {groupByDay(events).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="border-b border-line pb-2 text-sm text-ink-2">{day}</h3>
          <ul className="divide-y divide-line">
            {ofDay.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Event({ event: { title, about, by, device, place, network, createdAt } }: { event: TeamEvent }) {
  const origin = [device, place, network && `network ${network}`].filter(Boolean).join(' · ');
  return (
    <li className="py-3">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{title}</span>
          {about && <span>: {about}</span>}
        </span>
        <time dateTime={createdAt} className="shrink-0 text-sm text-ink-2 tabular-nums">
          {formatTime(createdAt)}
        </time>
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">
        {[by && `by ${by}`, origin].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
