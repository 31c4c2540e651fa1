import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { CallError } from '#app/frame/api/call.ts';
import { BackLink } from '#app/frame/BackLink.tsx';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Navigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { AllTeams } from '#app/operations/teams/AllTeams.tsx';
import { UnpublishedNotice } from '#app/pages/legal/UnpublishedNotice.tsx';
import { PageHeader } from '#ui/Page.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { AllUsers } from './AllUsers.tsx';
import { AuditLog } from './AuditLog.tsx';
import { useStats } from './admin.queries.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { OperatorNotices } from './OperatorNotices.tsx';
import { RecentUsers } from './RecentUsers.tsx';
import { LoadingStats, Stats } from './Stats.tsx';

const isForbidden = (error: unknown) => error instanceof CallError && error.status === 403;

/**
 * The platform for administrators. Everyone else is redirected to the dashboard; the server refuses them in any case.
 */
export function AdminPage() {
  const { data: account, error, refetch } = useAccount();
  if (account && !account.user.isAdmin) return <Navigate to={paths.dashboard} />;
  return (
    <>
      <title>Admin Dashboard · Goldleaf</title>
      <BackLink />
      <PageHeader title="Admin Dashboard" />
      {account ? <AdminDashboard /> : error ? <LoadFailed error={error} retry={refetch} /> : <LoadingStats />}
    </>
  );
}

function AdminDashboard() {
  const stats = useStats();
  // Administrator rights were revoked after the account was loaded.
  if (isForbidden(stats.error)) return <Navigate to={paths.dashboard} />;
  if (stats.error) {
    const retry = () => void stats.refetch();
    return <LoadFailed error={stats.error} retry={retry} />;
  }
  return (
    <>
      {stats.data ? <Stats stats={stats.data} /> : <LoadingStats />}
      <div className="mt-8">
        <Users total={stats.data?.totalUsers} />
      </div>
      <OperatorNotices />
      <HealthPanel />
      <ModelPanel />
      <FailedJobs />
      <UnpublishedNotice />
    </>
  );
}

const TABS = ['recent', 'all', 'teams', 'log'] as const;

/** The open tab is in the URL, as on the dashboard. */
function Users({ total }: { total: number | undefined }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab = TABS.find((one) => one === asked) ?? 'recent';
  return (
    <Tabs
      label="Users and teams"
      tabs={[
        { value: 'recent', label: 'Recent Users', content: <RecentUsers /> },
        { value: 'all', label: 'All Users', content: <AllUsers total={total} /> },
        { value: 'teams', label: 'Teams', content: <AllTeams /> },
        { value: 'log', label: 'Audit Log', content: <AuditLog /> },
      ]}
      value={tab}
      onChange={(value) => setSearch({ tab: value }, { preventScrollReset: true })}
    />
  );
}
