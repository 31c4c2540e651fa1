import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { Succession } from '#shared/teams/successions.ts';
import type { Team } from '#shared/teams/teams.ts';
import { SuccessionLine } from './SuccessionLine.tsx';
import { useFollowMoving, useSuccessions } from './successions.queries.ts';

/** True while people of the card are on their way to its new holder. */
const isMoving = ({ people }: Succession): boolean => people !== null && people.moved < people.total;

/** Cards on their way from one person to another; nothing while there are none. */
export function SuccessionList({ team }: { team: Team }) {
  const pages = useSuccessions(team.id);
  const open = (pages.rows ?? []).filter((one) => one.claimedAt === null || isMoving(one));
  useFollowMoving(team.id, open.some(isMoving));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="successions" className="pb-8">
      <h3 id="successions" className="pb-2 font-medium">
        Changing hands
      </h3>
      <ul aria-labelledby="successions" className="divide-y divide-line border-y border-line">
        {open.map((one) => (
          <SuccessionLine key={one.id} succession={one} team={team} />
        ))}
      </ul>
      <ShowMore pages={pages} label="Show More" />
    </section>
  );
}
