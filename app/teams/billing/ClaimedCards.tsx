import { useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { formatCharge } from '#shared/formats/money.ts';
import type { TeamBilling } from '#shared/money/team-billing.ts';
import { TEAM_ALLOWANCES } from '#shared/teams/limits.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { useCheckoutNow } from './team-billing.queries.ts';
import { sayClaimRoom } from './team-sums.ts';

const PayNowDialog = lazyDialog(async () => (await import('./PayNowDialog.tsx')).PayNowDialog);

interface ClaimedCardsProps {
  team: Team;
  billing: TeamBilling;
}

const number = (value: number) => value.toLocaleString('en-US');

/** How many cards are claimed, how many can be, and what it takes to have more. */
export function ClaimedCards({ team, billing }: ClaimedCardsProps) {
  const { cards, claimedMax, status, trialEndsAt, isCancelled } = billing;
  const isFirst = claimedMax === TEAM_ALLOWANCES[0].claimedMax;
  const isFree = status === 'trial' && trialEndsAt !== null;
  const canPayNow = isFirst && isFree && !isCancelled && cards > 0;
  return (
    <Surface>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 className="text-lg font-medium">Claimed cards</h3>
        <p className="tabular-nums">
          {number(cards)} of {number(claimedMax)}
        </p>
      </div>
      <p className="mt-2 text-ink-2">{sayClaimRoom(billing)}</p>
      {canPayNow && <PayNow team={team} billing={billing} />}
    </Surface>
  );
}

/** Ends the free days: in the provider's checkout, which says the sum again, or after a dialog that does. */
function PayNow({ team, billing }: ClaimedCardsProps) {
  const checkout = useCheckoutNow(team.id);
  const [isAsked, setIsAsked] = useState(false);
  const { isSubscribed, price, trialEndsAt, quantity } = billing;
  const cents = billing.periodCents ?? billing.quote.monthlyCents;
  const sum = formatCharge({ ...price, cents });
  const press = () => (isSubscribed ? setIsAsked(true) : checkout.mutate());
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="text-ink-2">
        Need more before the trial ends{trialEndsAt && ` on ${formatDay(trialEndsAt)}`}? Pay {sum} for the
        first month now ({number(quantity)} ×{' '}
        {formatCharge({ ...price, tax: 'none', cents: cents / quantity })}
        ), and the free days end.
      </p>
      <Button
        variant="secondary"
        className="mt-4 max-sm:w-full"
        isPending={checkout.isPending}
        pendingLabel="Opening checkout..."
        onClick={press}
      >
        Pay Now and Add Everyone
      </Button>
      {isAsked && <PayNowDialog team={team} billing={billing} onClose={() => setIsAsked(false)} />}
    </div>
  );
}
