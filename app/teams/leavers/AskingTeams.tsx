import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Banner } from '#app/teams/team/Banner.tsx';
import type { AskingTeam } from '#shared/teams/leavers.ts';
import { Button } from '#ui/Button.tsx';
import { useAcceptReturn, useAskingTeams } from './leavers.queries.ts';

/** Teams that the reader has left, and that ask them to come back; nothing if none does. */
export function AskingTeams() {
  const { data: teams = [] } = useAskingTeams();
  return teams.map((team) => <Asking key={team.id} team={team} />);
}

function Asking({ team: { id, name, cardCount } }: { team: AskingTeam }) {
  const accept = useAcceptReturn();
  const navigate = useNavigate();
  const press = () => accept.mutate(id, { onSuccess: () => navigate(paths.team(id)) });
  const cards = cardCount === 1 ? 'your card' : `your ${cardCount} cards`;
  const text = `You get ${cardCount === 0 ? '' : `${cards} and `}the people you met back.`;
  return (
    <Banner title={`${name} asks you to come back`} text={text} level={3}>
      <Button isPending={accept.isPending} pendingLabel="Joining..." onClick={press}>
        Come Back
      </Button>
    </Banner>
  );
}
