import type { ReactNode } from 'react';
import { useMyTeams } from '#app/accounts/auth/auth.queries.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useAllCards } from './cards.queries.ts';
import { HeldCardGrid } from './HeldCardGrid.tsx';

interface HeldOfTeamsProps {
  Heading: 'h2' | 'h3';
  /** If one holds none. */
  empty?: ReactNode;
}

/** Below one's own cards or in their place, those that one holds of each team. */
export function HeldOfTeams({ Heading, empty = null }: HeldOfTeamsProps) {
  const { data: cards, error, refetch } = useAllCards();
  const teams = useMyTeams();
  if (!cards && error) return <LoadFailed error={error} retry={refetch} />;
  if (!cards) return <Skeleton className="mt-12 h-80 rounded-card!" />;
  const held = teams
    .map((team) => ({ ...team, cards: cards.filter(({ teamId }) => teamId === team.id) }))
    .filter((team) => team.cards.length > 0);
  if (held.length === 0) return empty;
  return held.map(({ id, name, cards, isSuspended, isHidden }) => (
    <section key={id} aria-labelledby={`held-${id}`} className="mt-12">
      <Heading id={`held-${id}`} className="mb-6 truncate border-b border-line pb-3 text-lg font-semibold">
        {name}
      </Heading>
      {isSuspended && (
        <p className="-mt-2 mb-6 text-ink-2">
          This team is suspended, so no one can change its cards
          {isHidden ? ', and anyone who opens one sees “Card Not Found.”' : '.'}
        </p>
      )}
      <HeldCardGrid cards={cards} isSuspended={isSuspended} />
    </section>
  ));
}
