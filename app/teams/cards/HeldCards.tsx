import { HeldCardGrid } from '#app/cards/cards/HeldCardGrid.tsx';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { Team } from '#shared/teams/teams.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { useHeldCards } from './invites.queries.ts';

/** The cards of the team that the reader holds, each with its code and the ways to use it. */
export function HeldCards({ team }: { team: Team }) {
  const pages = useHeldCards();
  const { rows, error } = pages;
  if (!rows && error) return <LoadFailed error={error} retry={pages.refetch} />;
  if (!rows) return <Skeleton className="h-80 rounded-card!" />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No card yet"
        text="You’re in this team, and hold none of its cards. A team admin can prepare one for you."
      />
    );
  }
  return (
    <section aria-labelledby="held">
      <h2 id="held" className="sr-only">
        Cards you hold
      </h2>
      <HeldCardGrid cards={rows} isSuspended={team.suspendedAt !== null} />
      <ShowMore pages={pages} label="Show More Cards" />
    </section>
  );
}
