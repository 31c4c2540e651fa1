import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import { ClaimCost } from '#app/teams/billing/ClaimCost.tsx';
import { RoleSelect } from '#app/teams/team/RoleSelect.tsx';
import type { GivenRole } from '#app/teams/team/roles.ts';
import type { TeamList } from '#shared/teams/lists.ts';
import { TEAM_ROLE_NAMES } from '#shared/teams/roles.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { ListColumns } from './ListColumns.tsx';
import { ListProblems } from './ListProblems.tsx';
import { useCancelList, useStartList } from './lists.queries.ts';

/** The preview of a list, and what those who run the team decide about it. */
export function ListChoices({ list, team }: { list: TeamList; team: Team }) {
  const { id, fileName, preview } = list;
  const [role, setRole] = useState<GivenRole>('member');
  const start = useStartList(team.id, id);
  const cancel = useCancelList(team.id, id);
  const ready = preview?.ready ?? 0;
  const later = ready - (preview?.mailsLeft ?? 0);
  return (
    <Surface>
      <h3 className="font-display text-lg wrap-anywhere">{fileName}</h3>
      <p role="status" className="mt-1 text-ink-2">
        {preview ? sayPreview(preview) : 'Looking at it...'}
      </p>
      <ClaimCost team={team} className="mt-4" />
      {ready > 0 && later > 0 && (
        <p className="mt-4 text-sm text-ink-2">
          {preview?.mailsLeft === 0
            ? 'Your team has sent today’s invites, so these go out over the next days.'
            : `${counted(preview?.mailsLeft ?? 0, 'invite')} can go out today. The other ${later.toLocaleString('en-US')} follow over the next days.`}
        </p>
      )}
      <div className="mt-4 border-t border-line pt-2">
        {list.columns.length > 0 && <ListColumns list={list} teamId={team.id} />}
      </div>
      {preview && preview.people.length > 0 && <FirstPeople people={preview.people} />}
      {preview && <ListProblems problems={preview.problems} startsOpen={ready === 0} />}
      <div className="mt-5 max-w-xs">
        <RoleSelect value={role} onChange={({ target }) => setRole(target.value as GivenRole)} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          disabled={ready === 0}
          isPending={start.isPending}
          pendingLabel="Preparing..."
          onClick={() => start.mutate(role)}
        >
          {ready > 0 ? `Prepare ${counted(ready, 'Card')}` : 'Prepare Cards'}
        </Button>
        <Button variant="secondary" isPending={cancel.isPending} onClick={() => cancel.mutate()}>
          Discard
        </Button>
      </div>
    </Surface>
  );
}

const sayPreview = ({ ready, duplicates, errors }: NonNullable<TeamList['preview']>): string =>
  [
    ready === 0 ? 'No one to invite' : `${counted(ready, 'person', 'people')} to invite`,
    duplicates > 0 && counted(duplicates, 'duplicate'),
    errors > 0 && `${counted(errors, 'line')} to correct`,
  ]
    .filter(Boolean)
    .join(', ');

function FirstPeople({ people }: { people: NonNullable<TeamList['preview']>['people'] }) {
  return (
    <>
      <h4 className="mt-6 text-sm font-medium">The first people</h4>
      <ul className="mt-1 divide-y divide-line">
        {people.map(({ line, fullName, email, jobTitle, role }) => (
          <li key={line} className="py-2 text-sm">
            <p className="font-medium wrap-anywhere">{fullName}</p>
            <p className="wrap-anywhere text-ink-2">
              {[email, jobTitle, role === 'admin' && TEAM_ROLE_NAMES.admin].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
