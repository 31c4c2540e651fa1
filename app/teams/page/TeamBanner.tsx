import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { formatDay } from '#app/frame/dates.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Banner } from '#app/teams/team/Banner.tsx';
import { useAcceptTeam, useEndTeamOffer, useRestoreTeam } from '#app/teams/team/teams.queries.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';

/** Stands above each of the team's screens until it is settled: that it is suspended or deleted, needs something, or changes hands. */
export function TeamBanner({ team }: { team: Team }) {
  const user = useUser();
  if (team.suspendedAt) return <SuspendedBanner team={team} />;
  if (team.deletedAt) return <DeletedBanner team={team} deletedAt={team.deletedAt} />;
  if (team.offeredTo && team.offeredTo.userId === user?.id) return <OfferBanner team={team} />;
  if (team.isResting) return <RestingBanner team={team} />;
  if (!team.offeredTo) return null;
  return team.role === 'owner' && <WaitingBanner team={team} asked={team.offeredTo.fullName} />;
}

function SuspendedBanner({ team: { role, suspensionMessage, deletedAt } }: { team: Team }) {
  const rest = deletedAt
    ? 'It has also been deleted, and can’t be restored while it’s suspended.'
    : role === 'owner'
      ? 'You can still look around, export it, and delete it in its settings.'
      : 'You can still look around. Its owner knows more.';
  return (
    <Banner
      title="This team is suspended"
      text={`No one can change anything in it. ${rest}`}
      quote={suspensionMessage}
    />
  );
}

const RestingBanner = ({ team }: { team: Team }) => (
  <Banner
    title="Turn on two-step verification"
    text={`The owner of ${team.name} requires it of team admins. Until then you can only use the cards you hold.`}
  >
    <Link to={paths.settings('security')} className={buttonClass('primary', 'small')}>
      Open Sign-in &amp; Security
    </Link>
  </Banner>
);

function DeletedBanner({ team, deletedAt }: { team: Team; deletedAt: string }) {
  const restore = useRestoreTeam(team.id);
  const last = formatDay(new Date(Date.parse(deletedAt) + TEAM_RESTORE_DAYS * DAY_MS).toISOString());
  const isOwner = team.role === 'owner';
  const press = () =>
    restore.mutate(undefined, { onSuccess: () => toast({ title: `${team.name} is back` }) });
  return (
    <Banner
      title="This team has been deleted"
      text={`Its cards stay up without their forms until ${last}. ${isOwner ? 'You can restore everything until then, except a subscription: you’d subscribe again under Billing.' : 'Its owner can restore everything until then.'}`}
    >
      {isOwner && (
        <Button size="small" isPending={restore.isPending} pendingLabel="Restoring..." onClick={press}>
          Restore Team
        </Button>
      )}
    </Banner>
  );
}

function OfferBanner({ team }: { team: Team }) {
  const accept = useAcceptTeam(team.id);
  const decline = useEndTeamOffer(team.id);
  const say = (title: string) => ({ onSuccess: () => toast({ title }) });
  return (
    <Banner
      title={`Become the owner of ${team.name}?`}
      text="The owner wants to hand it over to you. You’d decide over everything, also what it pays, and its bills would come to you. If a payment card pays for it now, that card goes on being charged until you change it under Billing, Manage payment. They’d stay as a team admin."
    >
      <Button
        variant="secondary"
        size="small"
        isPending={decline.isPending}
        pendingLabel="Declining..."
        onClick={() => decline.mutate(undefined, say('You declined'))}
      >
        Decline
      </Button>
      <Button
        size="small"
        isPending={accept.isPending}
        pendingLabel="Accepting..."
        onClick={() => accept.mutate(undefined, say(`You own ${team.name} now`))}
      >
        Accept
      </Button>
    </Banner>
  );
}

function WaitingBanner({ team, asked }: { team: Team; asked: string }) {
  const withdraw = useEndTeamOffer(team.id);
  return (
    <Banner
      title={`You asked ${asked} to become the owner`}
      text="You stay the owner until they accept here."
    >
      <Button
        variant="secondary"
        size="small"
        isPending={withdraw.isPending}
        pendingLabel="Taking back..."
        onClick={() =>
          withdraw.mutate(undefined, { onSuccess: () => toast({ title: 'You stay the owner' }) })
        }
      >
        Take Back
      </Button>
    </Banner>
  );
}
