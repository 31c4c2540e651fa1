import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
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
  const title = `${name} asks you to come back`;
  const press = () => accept.mutate(id, { onSuccess: () => navigate(paths.team(id)) });
  return (
    <section
      aria-label={title}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-gold/60 bg-surface p-4 sm:px-5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        <p className="text-sm text-ink-2">
          {cardCount === 0
            ? 'You get the people you met back.'
            : `You get ${cardCount === 1 ? 'your card' : `your ${cardCount} cards`} and the people you met back.`}
        </p>
      </div>
      <Button isPending={accept.isPending} pendingLabel="Joining..." onClick={press}>
        Come Back
      </Button>
    </section>
  );
}
