import { useState } from 'react';
import { formatAgo } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { TeamList } from '#shared/teams/lists.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { ListChoices } from './ListChoices.tsx';
import { ListProblems } from './ListProblems.tsx';
import { ListProgress } from './ListProgress.tsx';
import { sayListOutcome } from './list-words.ts';
import { isListOpen, useTeamLists } from './lists.queries.ts';

const TakeBackDialog = lazyDialog(async () => (await import('./TakeBackDialog.tsx')).TakeBackDialog);

/** The list that is in progress, and those that have ended, with the way back. */
export function TeamLists({ team }: { team: Team }) {
  const { data: lists = [] } = useTeamLists(team.id);
  const isSuspended = team.suspendedAt !== null;
  const open = lists.find(isListOpen);
  const past = lists.filter((list) => !isListOpen(list) && hasEffect(list));
  if (!open && past.length === 0) return null;
  return (
    <div className="space-y-4 pb-6">
      {open && (
        <fieldset disabled={isSuspended} className="min-w-0">
          {isToDecide(open) ? (
            <ListChoices key={open.id} list={open} team={team} />
          ) : (
            <ListProgress list={open} teamId={team.id} />
          )}
        </fieldset>
      )}
      {past.length > 0 && (
        <section aria-label="Lists">
          <ul className="divide-y divide-line border-y border-line">
            {past.map((list) => (
              <PastList key={list.id} list={list} teamId={team.id} isSuspended={isSuspended} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const isToDecide = ({ state, rows }: TeamList): boolean =>
  state === 'ready' || (state === 'reading' && rows !== null);

/** One that was discarded unread, or never started, says nothing any more. */
const hasEffect = ({ state, progress }: TeamList): boolean => state !== 'canceled' || progress.done > 0;

interface PastListProps {
  list: TeamList;
  teamId: string;
  isSuspended: boolean;
}

function PastList({ list, teamId, isSuspended }: PastListProps) {
  const { fileName, state, createdAt, open, preview } = list;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{fileName}</p>
          <p className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-ink-2'}`}>
            {sayListOutcome(list)} · {formatAgo(createdAt)}
          </p>
        </div>
        {open.unclaimed > 0 && (
          <Button variant="secondary" size="small" disabled={isSuspended} onClick={() => setIsAsking(true)}>
            Take Back
          </Button>
        )}
      </div>
      {state !== 'undone' && <ListProblems problems={preview?.problems ?? []} />}
      {isAsking && <TakeBackDialog list={list} teamId={teamId} onClose={() => setIsAsking(false)} />}
    </li>
  );
}
