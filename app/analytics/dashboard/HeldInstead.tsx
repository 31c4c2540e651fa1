import { useAllCards } from '#app/cards/cards/cards.queries.ts';
import { HeldOfTeams } from '#app/cards/cards/HeldOfTeams.tsx';
import { Greeting } from './Greeting.tsx';
import { LoadingOverview } from './LoadingOverview.tsx';
import { NoCard } from './NoCard.tsx';
import { QuickActions } from './QuickActions.tsx';

/** For somebody in a team who has no card of their own: the cards that they hold, if there are any. */
export function HeldInstead() {
  const { data: cards, error } = useAllCards();
  if (!cards && !error) return <LoadingOverview />;
  if (cards?.every(({ teamId }) => teamId === undefined)) return <NoCard />;
  return (
    <>
      <Greeting look="large" />
      <HeldOfTeams Heading="h2" />
      <QuickActions count={0} isQuiet />
    </>
  );
}
