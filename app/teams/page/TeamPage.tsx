import { type ComponentType, lazy, Suspense } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { BackLink } from '#app/frame/BackLink.tsx';
import { counted } from '#app/frame/counted.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useNavigate, useParams, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { RouteError } from '#app/frame/RouteError.tsx';
import { runsTeam } from '#app/teams/team/roles.ts';
import { TeamMark } from '#app/teams/team/TeamMark.tsx';
import { useRefusals, useTeam } from '#app/teams/team/teams.queries.ts';
import { TEAM_ROLE_NAMES } from '#shared/teams/roles.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { TeamBanner } from './TeamBanner.tsx';

const WaitingCards = lazy(async () => ({
  default: (await import('#app/teams/claim/WaitingCards.tsx')).WaitingCards,
}));
const InviteList = lazy(async () => ({
  default: (await import('#app/teams/cards/InviteList.tsx')).InviteList,
}));
const HeldCards = lazy(async () => ({ default: (await import('#app/teams/cards/HeldCards.tsx')).HeldCards }));
const BillingTab = lazy(async () => ({
  default: (await import('#app/teams/billing/BillingTab.tsx')).BillingTab,
}));
const BrandTab = lazy(async () => ({ default: (await import('#app/teams/brand/BrandTab.tsx')).BrandTab }));
const FiguresTab = lazy(async () => ({
  default: (await import('#app/teams/figures/FiguresTab.tsx')).FiguresTab,
}));
const HistoryTab = lazy(async () => ({
  default: (await import('#app/teams/history/HistoryTab.tsx')).HistoryTab,
}));
const MembersTab = lazy(async () => ({
  default: (await import('#app/teams/members/MembersTab.tsx')).MembersTab,
}));
const TeamSettingsTab = lazy(async () => ({
  default: (await import('#app/teams/settings/TeamSettingsTab.tsx')).TeamSettingsTab,
}));

/** Few people see it. */
const TeamNotFound = lazy(async () => ({ default: (await import('./TeamNotFound.tsx')).TeamNotFound }));

const TABS = [
  { value: 'cards', label: 'Cards' },
  { value: 'members', label: 'Members' },
  { value: 'brand', label: 'Brand' },
  { value: 'figures', label: 'Figures' },
  { value: 'billing', label: 'Billing' },
  { value: 'history', label: 'History' },
  { value: 'settings', label: 'Settings' },
] as const;
type TeamTab = (typeof TABS)[number]['value'];

/** Tabs that only those who run the team have; members see the brand on their cards. */
const FOR_ADMINS: TeamTab[] = ['brand', 'figures', 'history'];

/** Those that somebody has: the bills are for the owner alone. */
const tabsOf = (team: Team) =>
  TABS.filter(
    ({ value }) =>
      (!FOR_ADMINS.includes(value) || runsTeam(team)) && (value !== 'billing' || team.role === 'owner'),
  );

/** Who runs the team sees all that was prepared, and members the cards they hold. */
const panelOf = (tab: TeamTab, team: Team): ComponentType<{ team: Team }> => {
  if (tab === 'cards') return runsTeam(team) ? InviteList : HeldCards;
  if (tab === 'brand') return BrandTab;
  if (tab === 'figures') return FiguresTab;
  if (tab === 'billing') return BillingTab;
  if (tab === 'history') return HistoryTab;
  return tab === 'members' ? MembersTab : TeamSettingsTab;
};

/** One team, which the address names, with the open tab. */
export function TeamPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get('tab')) ?? TABS[0];
  const { data: team, error, refetch } = useTeam(id);
  useRefusals(id);
  if (error instanceof CallError && error.status === 404) return <TeamNotFound />;
  return (
    <>
      <title>{`${tab.label} · ${team?.name ?? 'Team'} · Goldleaf`}</title>
      <BackLink to={paths.settings('teams')} label="All teams" />
      {team ? (
        <OpenTeam key={id} team={team} tab={tab.value} />
      ) : error ? (
        <>
          <h1 className="font-display text-2xl sm:text-3xl">Team</h1>
          <LoadFailed error={error} retry={refetch} />
        </>
      ) : (
        <LoadingTeam />
      )}
    </>
  );
}

function OpenTeam({ team, tab: wanted }: { team: Team; tab: TeamTab }) {
  const navigate = useNavigate();
  const tabs = tabsOf(team);
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : 'cards';
  const Panel = panelOf(tab, team);
  const isOpen = !team.deletedAt && !team.suspendedAt;
  const content = (
    <RouteError>
      <Suspense fallback={<Skeleton className="h-80 rounded-surface!" />}>
        <Panel team={team} />
      </Suspense>
    </RouteError>
  );
  return (
    <>
      <header className="flex items-center gap-4 pb-6">
        <TeamMark team={team} size={56} />
        <div className="min-w-0">
          <h1 className="font-display text-2xl leading-tight wrap-anywhere sm:text-3xl">{team.name}</h1>
          <p className="text-sm text-ink-2 tabular-nums">
            {TEAM_ROLE_NAMES[team.role]} · {counted(team.memberCount, 'member')}
          </p>
        </div>
      </header>
      <TeamBanner team={team} />
      {isOpen && (
        <Suspense>
          <WaitingCards team={team} />
        </Suspense>
      )}
      {!team.deletedAt && (
        <Tabs
          label={team.name}
          tabs={tabs.map((one) => ({ ...one, content }))}
          value={tab}
          onChange={(value) => navigate(paths.team(team.id, value), { preventScrollReset: true })}
        />
      )}
    </>
  );
}

function LoadingTeam() {
  return (
    <div role="status" aria-label="Loading the team">
      <div className="flex items-center gap-4 pb-6">
        <Skeleton className="size-14" />
        <Skeleton className="h-14 max-w-72 flex-1" />
      </div>
      <Skeleton className="mb-8 h-11" />
      <Skeleton className="h-80 rounded-surface!" />
    </div>
  );
}
