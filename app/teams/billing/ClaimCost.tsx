import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { TeamBilling } from '#shared/money/team-billing.ts';
import type { Team } from '#shared/teams/teams.ts';
import { useTeamBilling } from './team-billing.queries.ts';
import { CARD_PRICE, sayClaimRoom, sayCost, sayFreeDays } from './team-sums.ts';

/** Says what a card will cost before it is prepared: for the owner also what the team costs now, and what keeps people from claiming. */
export function ClaimCost({ team, className }: { team: Team; className: string }) {
  const isOwner = team.role === 'owner';
  const { data: billing } = useTeamBilling(team.id, { enabled: isOwner });
  return (
    <p className={`${className} min-h-11 border-l-2 border-gold pl-4 text-sm text-ink-2`}>
      {isOwner ? 'You pay' : 'The team pays'} {CARD_PRICE} for each card once it’s claimed.{' '}
      {billing && (
        <>
          {sayNow(billing)}{' '}
          <Link to={paths.team(team.id, 'billing')} className="text-gold-ink underline underline-offset-4">
            Billing
          </Link>
        </>
      )}
    </p>
  );
}

/** The reason why nobody can claim a card, or what the team costs now. */
function sayNow(billing: TeamBilling): string {
  const { claimBar, cards, isCancelled } = billing;
  if (claimBar !== null) return sayClaimRoom(billing);
  return cards === 0 && !isCancelled ? sayFreeDays(billing) : sayCost(billing);
}
