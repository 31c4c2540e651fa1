import { lazy, Suspense } from 'react';
import type { Account } from '#shared/accounts/account.ts';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Apart, so that the pages of people without teams do not name its many parts. */
const MyTeams = lazy(async () => ({ default: (await import('#app/teams/mine/MyTeams.tsx')).MyTeams }));

/** The teams that the user is in, and the way to a new one. */
export const TeamsPage = ({ account: { user } }: { account: Account }) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <MyTeams user={user} />
  </Suspense>
);
