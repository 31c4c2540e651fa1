import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import { isListOpen, useTeamLists } from '#app/teams/lists/lists.queries.ts';
import { TeamLists } from '#app/teams/lists/TeamLists.tsx';
import { SuccessionList } from '#app/teams/successions/SuccessionList.tsx';
import { useSuccessions } from '#app/teams/successions/successions.queries.ts';
import { MailNote } from '#app/teams/team/MailNote.tsx';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { InviteLine } from './InviteLine.tsx';
import { useInvites } from './invites.queries.ts';

const PrepareDialog = lazyDialog(async () => (await import('./PrepareDialog.tsx')).PrepareDialog);

/** The cards that were prepared for people, newest first, with the state of each invite, and the way to more. */
export function InviteList({ team }: { team: Team }) {
  const pages = useInvites(team.id);
  const { rows, error } = pages;
  const { rows: successions = [] } = useSuccessions(team.id);
  const isEmpty = rows?.length === 0 && successions.length === 0;
  const [isPreparing, setIsPreparing] = useState(false);
  const hasOpenList = useTeamLists(team.id).data?.some(isListOpen) ?? false;
  const prepare = () => setIsPreparing(true);
  if (!rows && error) return <LoadFailed error={error} retry={pages.refetch} />;
  return (
    <section aria-labelledby="cards">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-4 pb-3">
        <h2 id="cards" tabIndex={-1} className="font-display text-xl outline-none">
          Cards
        </h2>
        {rows && !isEmpty && !team.suspendedAt && (
          <Button onClick={prepare}>
            <UserPlus size={18} />
            Prepare Cards
          </Button>
        )}
      </div>
      <MailNote className="pb-4" />
      <TeamLists team={team} />
      <SuccessionList team={team} />
      {!rows ? (
        <Skeleton className="h-64" />
      ) : isEmpty && hasOpenList ? null : isEmpty ? (
        <EmptyState
          title={team.suspendedAt ? 'No card yet' : 'Prepare the first card'}
          text={
            team.suspendedAt
              ? 'No card can be prepared while the team is suspended.'
              : 'Enter a name and an email address, or bring a list of up to 1,000 people. We email each person an invite, and they claim their card with one press.'
          }
          action={!team.suspendedAt && <Button onClick={prepare}>Prepare Cards</Button>}
        />
      ) : (
        rows.length > 0 && (
          <ul aria-labelledby="cards" className="divide-y divide-line border-y border-line">
            {rows.map((invite) => (
              <InviteLine key={invite.id} invite={invite} team={team} />
            ))}
          </ul>
        )
      )}
      <ShowMore pages={pages} label="Show More Cards" />
      {isPreparing && <PrepareDialog team={team} onClose={() => setIsPreparing(false)} />}
    </section>
  );
}
