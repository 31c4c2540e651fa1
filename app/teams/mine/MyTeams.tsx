import { ChevronRight, Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { AskingTeams } from '#app/teams/leavers/AskingTeams.tsx';
import { TeamMark } from '#app/teams/team/TeamMark.tsx';
import { useTeams } from '#app/teams/team/teams.queries.ts';
import type { User } from '#shared/accounts/account.ts';
import { TEAM_ROLE_NAMES } from '#shared/teams/roles.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const CreateTeamDialog = lazyDialog(async () => (await import('./CreateTeamDialog.tsx')).CreateTeamDialog);

/** The teams that the user is in, each with their role, and a way to create one. */
export function MyTeams({ user }: { user: User }) {
  const { data: teams, error, refetch } = useTeams();
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  if (!teams && error) return <LoadFailed error={error} retry={refetch} />;
  return (
    <section aria-labelledby="my-teams">
      <AskingTeams />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="my-teams" className="font-display text-xl">
          Your teams
        </h3>
        {teams && teams.length > 0 && (
          <Button variant="secondary" size="small" onClick={create}>
            <Plus size={18} />
            Create a Team
          </Button>
        )}
      </div>
      {!teams ? (
        <Skeleton className="mt-2 h-20" />
      ) : teams.length === 0 ? (
        <NoTeams onCreate={create} />
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} userId={user.id} />
          ))}
        </ul>
      )}
      {isCreating && <CreateTeamDialog user={user} onClose={() => setIsCreating(false)} />}
    </section>
  );
}

function NoTeams({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="mt-2 flex flex-col items-start gap-5 border-y border-line py-8 sm:flex-row">
      <UsersRound size={28} className="stroke-[1.25] shrink-0 text-gold-ink" />
      <div className="min-w-0 space-y-5">
        <div className="space-y-1">
          <p className="font-medium">Cards for the people you work with</p>
          <p className="text-ink-2">
            A team prepares cards for its people and invites them by email. They claim their card with one
            press, and it stays with the team when someone leaves.
          </p>
        </div>
        <Button onClick={onCreate}>Create a Team</Button>
        <p className="text-sm text-ink-2">
          Were you invited? Open the link in that email, and the team appears here.
        </p>
      </div>
    </div>
  );
}

function TeamRow({ team, userId }: { team: Team; userId: string }) {
  const ending = team.deletedAt ? 'Deleted' : team.suspendedAt ? 'Suspended' : null;
  const note = ending ?? (team.offeredTo?.userId === userId ? 'Yours to accept' : null);
  return (
    <li>
      <Link
        to={paths.team(team.id)}
        className="group flex min-h-16 items-center gap-4 rounded-control py-3 -outline-offset-2"
      >
        <TeamMark team={team} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium group-hover:underline underline-offset-4">
            {team.name}
          </span>
          <span className="block text-sm text-ink-2 tabular-nums">
            {TEAM_ROLE_NAMES[team.role]} · {counted(team.memberCount, 'member')}
          </span>
        </span>
        {note && <Badge tone={ending ? 'danger' : 'gold'}>{note}</Badge>}
        <ChevronRight size={18} className="shrink-0 text-ink-2 max-[22rem]:hidden" />
      </Link>
    </li>
  );
}
