import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import { formatShortDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { PersonLine } from '#app/teams/team/PersonLine.tsx';
import { type GivenRole, runsTeam } from '#app/teams/team/roles.ts';
import { TEAM_ROLE_NAMES } from '#shared/teams/roles.ts';
import type { Team, TeamMember } from '#shared/teams/teams.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeMember } from './members.queries.ts';

const RemoveDialog = lazyDialog(async () => (await import('./RemoveDialog.tsx')).RemoveDialog);
const HandOverDialog = lazyDialog(async () => (await import('./HandOverDialog.tsx')).HandOverDialog);

interface MemberLineProps {
  member: TeamMember;
  team: Team;
}

/** One person: who they are, their role, the cards they hold, and what the reader may do about them. */
export function MemberLine({ member, team }: MemberLineProps) {
  const { fullName, email, role, cardCount, joinedAt, isYou } = member;
  return (
    <PersonLine
      fullName={fullName}
      aside={isYou && <span className="font-normal text-ink-2"> (you)</span>}
      email={email}
      badge={<Badge tone={role === 'owner' ? 'gold' : 'neutral'}>{TEAM_ROLE_NAMES[role]}</Badge>}
      facts={
        <>
          {countCards(cardCount)}
          <span className="max-md:hidden"> · joined {formatShortDay(joinedAt)}</span>
        </>
      }
      menu={<MemberMenu member={member} team={team} />}
    />
  );
}

/** "No card", "1 card", "12 cards" */
const countCards = (count: number): string => (count === 0 ? 'No card' : counted(count, 'card'));

const TURNED: Record<GivenRole, { role: GivenRole; label: string; done: string }> = {
  member: { role: 'admin', label: 'Make team admin', done: 'is a team admin now' },
  admin: { role: 'member', label: 'Make member', done: 'is a member now' },
};

function MemberMenu({ member, team }: MemberLineProps) {
  const [dialog, setDialog] = useState<'remove' | 'hand over' | null>(null);
  const change = useChangeMember(team.id);
  const { userId, fullName, role, isYou } = member;
  const close = () => setDialog(null);
  const mayChange = !team.suspendedAt && (isYou || runsTeam(team));
  // The owner stays until somebody else is; members decide over themselves alone.
  if (role === 'owner' || !mayChange) return <span className="-mr-2 w-10 shrink-0 max-md:hidden" />;
  const turned = TURNED[role];
  const turn = () =>
    change.mutate(
      { userId, role: turned.role },
      {
        onSuccess: () =>
          toast({
            title: `${fullName} ${turned.done}`,
            action: { label: 'Undo', onPress: () => change.mutate({ userId, role }) },
          }),
      },
    );
  const items = [
    ...(isYou ? [] : [{ label: turned.label, onSelect: turn }]),
    ...(team.role === 'owner'
      ? [{ label: 'Hand over the team…', onSelect: () => setDialog('hand over') }]
      : []),
    {
      label: isYou ? 'Leave team…' : 'Remove from team…',
      isDanger: true,
      onSelect: () => setDialog('remove'),
    },
  ];
  const trigger = (
    <Button
      variant="quiet"
      size="small"
      aria-label={`More for ${fullName}`}
      className="-mr-2 w-10 shrink-0 px-0!"
    >
      <Ellipsis size={20} />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger} items={items} />
      {dialog === 'remove' && <RemoveDialog member={member} team={team} onClose={close} />}
      {dialog === 'hand over' && <HandOverDialog to={member} team={team} onClose={close} />}
    </>
  );
}
