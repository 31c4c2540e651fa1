import { Ellipsis, Pencil, Send, SquareArrowOutUpRight, Undo2, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { formatAgo } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PersonLine } from '#app/teams/team/PersonLine.tsx';
import type { Succession } from '#shared/teams/successions.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { Progress } from '#ui/Progress.tsx';
import { toast } from '#ui/Toast.tsx';
import { useInviteBadges, useResendInvite } from './resend-invite.ts';
import { useUndoSuccession } from './successions.queries.ts';

const HandCardDialog = lazyDialog(async () => (await import('./HandCardDialog.tsx')).HandCardDialog);

interface SuccessionLineProps {
  succession: Succession;
  team: Team;
}

/** A card between two people: who comes next, who had it, and how far it has come. */
export function SuccessionLine({ succession, team }: SuccessionLineProps) {
  const { formerName, successor, createdAt, people } = succession;
  const badges = useInviteBadges();
  const { label, tone } = successor ? badges[successor.state] : NO_ONE;
  return (
    <PersonLine
      fullName={successor?.fullName ?? `${formerName}’s card`}
      isPerson={successor !== null}
      email={successor?.email ?? null}
      badge={<Badge tone={tone}>{label}</Badge>}
      facts={successor ? `From ${formerName} ${formatAgo(createdAt)}` : `Cleared ${formatAgo(createdAt)}`}
      menu={people === null && !team.suspendedAt && <SuccessionMenu succession={succession} team={team} />}
    >
      {successor?.problem && <p className="order-2 col-span-full text-sm text-danger">{successor.problem}</p>}
      {people && (
        <div className="order-2 col-span-full pt-2 text-sm text-ink-2 tabular-nums">
          <Progress fraction={people.moved / people.total} label={`People moved to ${successor?.fullName}`} />
          <p className="pt-1">
            {people.moved.toLocaleString()} of {people.total.toLocaleString()} people moved
          </p>
        </div>
      )}
    </PersonLine>
  );
}

const NO_ONE = { label: 'No one yet', tone: 'neutral' } as const;

function SuccessionMenu({ succession: { cardId, formerName, successor }, team }: SuccessionLineProps) {
  const [isHanding, setIsHanding] = useState(false);
  const undo = useUndoSuccession(team.id);
  const resend = useResendInvite(team.id);
  const putBack = () =>
    undo.mutate(cardId, { onSuccess: () => toast({ title: `The card is ${formerName}’s again` }) });
  const items = [
    {
      label: 'View page',
      icon: <SquareArrowOutUpRight size={18} />,
      link: <a href={paths.publicCard(cardId)}>View page</a>,
    },
    { label: 'Edit card', icon: <Pencil size={18} />, link: <Link to={paths.editCard(cardId)} /> },
    ...(successor
      ? [{ label: 'Send again', icon: <Send size={18} />, onSelect: () => resend.mutate(successor.inviteId) }]
      : []),
    {
      label: successor ? 'Someone else…' : 'Name someone…',
      icon: <UserRoundPen size={18} />,
      onSelect: () => setIsHanding(true),
    },
    { label: 'Undo', icon: <Undo2 size={18} />, onSelect: putBack },
  ];
  const trigger = (
    <Button
      variant="quiet"
      size="small"
      aria-label={`More for the card of ${formerName}`}
      className="-mr-2 w-10 shrink-0 px-0!"
    >
      <Ellipsis size={20} />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger} items={items} />
      {isHanding && (
        <HandCardDialog
          team={team}
          card={{ cardId, fullName: formerName, holderId: null }}
          isVacant
          onClose={() => setIsHanding(false)}
        />
      )}
    </>
  );
}
