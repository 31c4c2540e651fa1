import type { ReactNode } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Bill, TestModeNote } from '#app/money/billing/Bill.tsx';
import { BilledTeam } from '#app/money/billing/billed-team.ts';
import { useCheckout } from '#app/money/billing/billing.queries.ts';
import { InvoiceList } from '#app/money/billing/InvoiceList.tsx';
import { PlanStatus, RunningPlan } from '#app/money/billing/RunningPlan.tsx';
import { LegalNote } from '#app/pages/legal/LegalNote.tsx';
import { formatCharge } from '#shared/formats/money.ts';
import type { TeamBilling } from '#shared/money/team-billing.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { ClaimedCards } from './ClaimedCards.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { useTeamBilling } from './team-billing.queries.ts';
import { sayClaimRoom, sayFirstClaim } from './team-sums.ts';

/** The bills of a team, for its owner: a person's own subscription screens, for the cards that somebody has claimed. */
export function BillingTab({ team }: { team: Team }) {
  const [search] = useSearchParams();
  const result = search.get('result');
  const isBack = result === 'success' || search.get('from') === 'portal';
  const { data: billing, error, isFetching, refetch } = useTeamBilling(team.id, { isBack });
  const isConfirming = result === 'success' && !billing?.isSubscribed;
  const isWaiting = isFetching && isConfirming;
  return (
    <BilledTeam value={team.id}>
      <section aria-labelledby="billing" className="grid max-w-[640px] gap-6">
        <h2 id="billing" className="sr-only">
          Billing
        </h2>
        {error && !isFetching && (isConfirming || !billing) ? (
          <LoadFailed error={error} retry={refetch} />
        ) : !billing || isWaiting ? (
          <div role="status" aria-label={isWaiting ? 'Confirming your checkout' : 'Loading the billing'}>
            <Skeleton className="h-80 rounded-surface!" />
          </div>
        ) : (
          <>
            {!billing.isSubscribed && <Returned result={result} onRetry={() => void refetch()} />}
            <div className="grid gap-6">
              <Standing team={team} billing={billing} />
            </div>
          </>
        )}
      </section>
    </BilledTeam>
  );
}

/** Where a checkout was left, or is not confirmed yet. */
function Returned({ result, onRetry }: { result: string | null; onRetry: () => void }) {
  if (result === 'cancelled') return <Note>You left checkout. Nothing was saved or charged.</Note>;
  if (result !== 'success') return null;
  return (
    <Note>
      The payment provider hasn’t confirmed your checkout yet. This can take a moment; nothing is lost if you
      leave.
      <Button variant="secondary" size="small" className="mt-3" onClick={onRetry}>
        Check Again
      </Button>
    </Note>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <div role="status" className="border-l-2 border-gold pl-4 text-ink-2">
    {children}
  </div>
);

/** Refused while the team is suspended; its invoices can be read. */
const Changeable = ({ team, children }: { team: Team; children: ReactNode }) => (
  <fieldset disabled={team.suspendedAt !== null} className="grid min-w-0 gap-6">
    {children}
  </fieldset>
);

function Standing({ team, billing }: { team: Team; billing: TeamBilling }) {
  const { isSubscribed, cards, invoices } = billing;
  if (!isSubscribed && cards === 0) {
    return (
      <>
        <Changeable team={team}>
          <NothingToPay team={team} billing={billing} />
          <InvoiceForm team={team} billing={billing} />
        </Changeable>
        {invoices.length > 0 && <InvoiceList invoices={invoices} />}
      </>
    );
  }
  return (
    <>
      <Changeable team={team}>
        {isSubscribed ? (
          <RunningPlan billing={billing} ending={sayEnding(billing)} />
        ) : (
          <Offer team={team} billing={billing} />
        )}
        <ClaimedCards team={team} billing={billing} />
        <InvoiceForm team={team} billing={billing} />
      </Changeable>
      <InvoiceList invoices={invoices} />
      {!billing.isTestMode && (
        <p className="text-sm text-ink-2">
          Your company’s name, address, and tax ID are asked at checkout and stand on each invoice. Change
          them under Manage payment.
        </p>
      )}
    </>
  );
}

/** Nobody holds a card: the first claim is what can be paid for, unless cards whose holders have left keep it from coming. */
function NothingToPay({ team, billing }: { team: Team; billing: TeamBilling }) {
  const { claimBar, freed } = billing;
  const before = freed > 0 ? 'No one holds a card now.' : 'No one has claimed a card yet.';
  const cost = `${before} ${sayFirstClaim(billing)} Members, team admins, and unclaimed cards cost nothing.`;
  return (
    <EmptyState
      title={claimBar ? 'No one holds a card' : 'Nothing to pay'}
      text={claimBar ? sayClaimRoom(billing) : cost}
      action={
        <Link to={paths.team(team.id, 'cards')} className={buttonClass('secondary')}>
          {claimBar || team.suspendedAt ? 'Open Cards' : 'Prepare Cards'}
        </Link>
      }
    />
  );
}

/** A subscription for no cards can't be resumed: it goes on with the next claim, or waits for it. */
function sayEnding({ isCancelled, cards, continuesWithClaim }: TeamBilling): string | undefined {
  if (!isCancelled || cards > 0) return undefined;
  return continuesWithClaim
    ? 'No one holds a card now, so the subscription is ending. It goes on if someone claims a card before that.'
    : 'No one holds a card now. You can resume once someone has claimed one.';
}

function Offer({ team, billing }: { team: Team; billing: TeamBilling }) {
  const checkout = useCheckout();
  const { quote, price, isTestMode } = billing;
  const monthly = formatCharge({ ...price, cents: quote.monthlyCents });
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PlanStatus billing={billing} />
        <p className="flex-1 basis-72 text-ink-2">{team.suspendedAt ? SUSPENDED : sayOffer(billing)}</p>
      </div>
      <Bill billing={billing} />
      <Button
        className="mt-6 max-sm:w-full"
        isPending={checkout.isPending}
        pendingLabel="Opening checkout..."
        onClick={() => checkout.mutate()}
      >
        Subscribe for {monthly} a month
      </Button>
      <LegalNote act="subscribing" className="mt-4" />
      {isTestMode && <TestModeNote />}
    </div>
  );
}

const SUSPENDED = 'The team is suspended, so it isn’t charged, and no card can be claimed.';

function sayOffer({ status, trialEndsAt, hasEverPaid }: TeamBilling): string {
  if (status === 'trial' && trialEndsAt) {
    return `Everything is free until ${formatDay(trialEndsAt)}. Subscribe before then, so that more cards can be claimed afterwards.`;
  }
  const ended = hasEverPaid ? 'The subscription has ended.' : 'The team has no free days left.';
  return `${ended} Claimed cards stay online, and more can be claimed once you subscribe.`;
}
