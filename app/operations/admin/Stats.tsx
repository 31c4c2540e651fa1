import { counted } from '#app/frame/counted.ts';
import type { AdminStats } from '#shared/operations/admin.ts';
import { Skeleton } from '#ui/Skeleton.tsx';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

const FIGURES = 'grid grid-cols-2 gap-px overflow-hidden rounded-surface border border-line bg-line';

/** The platform's figures. Days, weeks and months are in UTC. */
export function Stats({ stats }: { stats: AdminStats }) {
  const { signupsThisMonth, trialUsers, totalContacts } = stats;
  return (
    <div className="grid gap-4">
      <dl className={`${FIGURES} lg:grid-cols-4`}>
        <Figure
          label="Total Users"
          value={stats.totalUsers.toLocaleString()}
          hint={counted(signupsThisMonth, 'signup this month', 'signups this month')}
        />
        <Figure
          label="Active Subscriptions"
          value={stats.activeSubscriptions.toLocaleString()}
          hint={counted(trialUsers, 'trial user', 'trial users')}
        />
        <Figure
          label="Monthly Revenue"
          value={dollars.format(stats.monthlyRevenue)}
          hint="From subscriptions"
        />
        <Figure
          label="Total Cards Created"
          value={stats.totalCards.toLocaleString()}
          hint={counted(totalContacts, 'contact saved', 'contacts saved')}
        />
      </dl>
      <dl className={`${FIGURES} grid-cols-3!`}>
        <Figure label="Signups Today" value={stats.signupsToday.toLocaleString()} />
        <Figure label="This Week" value={stats.signupsThisWeek.toLocaleString()} />
        <Figure label="This Month" value={signupsThisMonth.toLocaleString()} />
      </dl>
      <TeamStats stats={stats} />
    </div>
  );
}

/** Teams apart; their cards, contacts and revenue are in the totals above, too. */
function TeamStats({ stats }: { stats: AdminStats }) {
  const { totalTeams, activeTeams, teamRevenue, teamCards, billedTeamCards, teamContacts } = stats;
  return (
    <section aria-labelledby="team-stats" className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 pt-4">
        <h2 id="team-stats" className="font-display text-xl">
          Teams
        </h2>
        <p className="text-sm text-ink-2">Their cards, contacts, and revenue are in the totals above, too.</p>
      </div>
      <dl className={`${FIGURES} lg:grid-cols-4`}>
        <Figure label="Total Teams" value={totalTeams.toLocaleString()} hint="Without deleted ones" />
        <Figure
          label="Paying Teams"
          value={activeTeams.toLocaleString()}
          hint={counted(billedTeamCards, 'card billed', 'cards billed')}
        />
        <Figure label="Team Revenue" value={dollars.format(teamRevenue)} hint="From team subscriptions" />
        <Figure
          label="Team Cards"
          value={teamCards.toLocaleString()}
          hint={counted(teamContacts, 'team contact', 'team contacts')}
        />
      </dl>
    </section>
  );
}

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="flex flex-col bg-surface p-4 sm:px-5">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="mt-auto font-display text-2xl tabular-nums">{value}</dd>
      {hint && <dd className="text-sm text-ink-2">{hint}</dd>}
    </div>
  );
}

export function LoadingStats() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading stats</span>
      <Skeleton className="h-52 rounded-surface! lg:h-28" />
      <Skeleton className="h-20 rounded-surface!" />
      <Skeleton className="h-60 rounded-surface! lg:h-36" />
    </div>
  );
}
