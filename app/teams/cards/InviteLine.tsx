import { ArrowRightLeft, Ellipsis, History, Pencil, Send, SquareArrowOutUpRight, Undo2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { formatAgo, formatMoment, formatShortDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useInviteBadges, useResendInvite } from '#app/teams/successions/resend-invite.ts';
import { PersonLine } from '#app/teams/team/PersonLine.tsx';
import type { Invite } from '#shared/teams/claims.ts';
import { TEAM_ROLE_NAMES } from '#shared/teams/roles.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { toast } from '#ui/Toast.tsx';
import { usePrepareCards } from './invites.queries.ts';

const VersionsDialog = lazyDialog(async () => (await import('./VersionsDialog.tsx')).VersionsDialog);
const HandCardDialog = lazyDialog(
  async () => (await import('#app/teams/successions/HandCardDialog.tsx')).HandCardDialog,
);
const RevokeDialog = lazyDialog(async () => (await import('./RevokeDialog.tsx')).RevokeDialog);

/** Its holder has left: it shows them until it is handed over. */
const UNHELD = { label: 'No holder', tone: 'danger' } as const;

interface InviteLineProps {
  invite: Invite;
  team: Team;
}

/** One card: for whom it is, how far its invite has come, and what can be done about it. */
export function InviteLine({ invite, team }: InviteLineProps) {
  const { fullName, email, state, role, problem, askedEmail, isHeld } = invite;
  const badges = useInviteBadges();
  const { label, tone } = state === 'claimed' && !isHeld ? UNHELD : badges[state];
  return (
    <PersonLine
      fullName={fullName}
      email={email}
      badge={<Badge tone={tone}>{label}</Badge>}
      facts={sayWhen(invite) + (role === 'admin' ? ` · as ${TEAM_ROLE_NAMES.admin.toLowerCase()}` : '')}
      menu={!team.suspendedAt && <InviteMenu invite={invite} team={team} />}
    >
      {problem && <p className="order-2 col-span-full text-sm text-danger">{problem}</p>}
      {askedEmail && !team.suspendedAt && <Asked invite={invite} email={askedEmail} teamId={team.id} />}
    </PersonLine>
  );
}

interface AskedProps {
  invite: Invite;
  email: string;
  teamId: string;
}

function sayWhen({ isWaiting, state, problem, createdAt, expiresAt, sendableAt }: Invite): string {
  if (isWaiting) return 'Invite waits for its day';
  if (state === 'expired') return `Expired ${formatAgo(expiresAt)}`;
  if (state === 'claimed' || problem) return `Prepared ${formatAgo(createdAt)}`;
  const again = sendableAt ? ` · can be sent again from ${formatMoment(sendableAt)}` : '';
  return `Good until ${formatShortDay(expiresAt)}${again}`;
}

/** Somebody else has the link, and asked to be invited at their own address. */
function Asked({ invite: { fullName, role }, email, teamId }: AskedProps) {
  const prepare = usePrepareCards(teamId);
  const invite = () =>
    prepare.mutate([{ fullName, role, email }], {
      onSuccess: ([made]) =>
        toast({
          title: `Card prepared for ${fullName}`,
          description: made?.problem ?? `We invite ${email}.`,
        }),
    });
  return (
    <div className="order-2 col-span-full mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 wrap-anywhere">{email} asked to be invited instead.</p>
      <Button variant="secondary" size="small" isPending={prepare.isPending} onClick={invite}>
        Invite This Address
      </Button>
    </div>
  );
}

type InviteDialog = 'revoke' | 'versions' | 'hand';

/** The things that can be done about a card, or about the invite to it. */
function itemsOf(
  { cardId, state, sendableAt }: Invite,
  { send, open }: { send: () => void; open: (dialog: InviteDialog) => void },
): ComponentProps<typeof Menu>['items'] {
  const edit = { label: 'Edit card', icon: <Pencil size={18} />, link: <Link to={paths.editCard(cardId)} /> };
  return state === 'claimed'
    ? [
        {
          label: 'View card',
          icon: <SquareArrowOutUpRight size={18} />,
          link: <a href={paths.publicCard(cardId)}>View card</a>,
        },
        edit,
        {
          label: 'Hand over card…',
          icon: <ArrowRightLeft size={18} />,
          onSelect: () => open('hand'),
        },
        {
          label: 'Earlier versions…',
          icon: <History size={18} />,
          onSelect: () => open('versions'),
        },
      ]
    : [
        edit,
        ...(sendableAt ? [] : [{ label: 'Send again', icon: <Send size={18} />, onSelect: send }]),
        {
          label: 'Revoke…',
          icon: <Undo2 size={18} />,
          isDanger: true,
          onSelect: () => open('revoke'),
        },
      ];
}

function InviteMenu({ invite, team }: InviteLineProps) {
  const { id, fullName, cardId, holderId } = invite;
  const [dialog, setDialog] = useState<InviteDialog | null>(null);
  const close = () => setDialog(null);
  const resend = useResendInvite(team.id);
  const items = itemsOf(invite, { send: () => resend.mutate(id), open: setDialog });
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
      {dialog === 'revoke' && <RevokeDialog invite={invite} teamId={team.id} onClose={close} />}
      {dialog === 'hand' && (
        <HandCardDialog team={team} card={{ cardId, fullName, holderId }} onClose={close} />
      )}
      {dialog === 'versions' && <VersionsDialog cardId={cardId} fullName={fullName} onClose={close} />}
    </>
  );
}
