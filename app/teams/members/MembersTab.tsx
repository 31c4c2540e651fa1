import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import { FormerMembers } from '#app/teams/leavers/FormerMembers.tsx';
import { runsTeam } from '#app/teams/team/roles.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { MemberLine } from './MemberLine.tsx';
import { useTeamMembers } from './members.queries.ts';

/** The people in a team, with their roles and the cards they hold. */
export function MembersTab({ team }: { team: Team }) {
  const pages = useTeamMembers(team.id);
  const { rows, error } = pages;
  if (!rows && error) return <LoadFailed error={error} retry={pages.refetch} />;
  return (
    <section aria-labelledby="members">
      <h2 id="members" tabIndex={-1} className="sr-only">
        Members
      </h2>
      {rows ? (
        <ul aria-labelledby="members" className="divide-y divide-line border-y border-line">
          {rows.map((member) => (
            <MemberLine key={member.userId} member={member} team={team} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-64" />
      )}
      <ShowMore pages={pages} label="Show More Members" />
      {rows?.length === 1 && (
        <p className="pt-4 text-ink-2">People join when they claim the card you prepared for them.</p>
      )}
      {runsTeam(team) && <FormerMembers team={team} />}
    </section>
  );
}
