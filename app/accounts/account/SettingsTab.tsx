import { lazy, Suspense } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { RouteError } from '#app/frame/RouteError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { AccountDetails } from './AccountDetails.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Below the fold: passwords, passkeys, codes and sessions are as large as the rest of the tab. */
const SecuritySections = lazy(async () => ({
  default: (await import('./security/SecuritySections.tsx')).SecuritySections,
}));
const TimeZone = lazyAddition(async () => (await import('./TimeZone.tsx')).TimeZone);
const FollowUpSections = lazy(async () => ({
  default: (await import('./FollowUpSections.tsx')).FollowUpSections,
}));
const PrivacyToggles = lazy(async () => ({ default: (await import('./PrivacyToggles.tsx')).PrivacyToggles }));
const BlockedSenders = lazyAddition(async () => (await import('./BlockedSenders.tsx')).BlockedSenders);
const DataSections = lazy(async () => ({ default: (await import('./DataSections.tsx')).DataSections }));

/**
 * Everything users can change about their account: who they are, how they sign in, what visitors see, what is sent in
 * their name, their data, and the end of it all.
 */
export function SettingsTab() {
  const { data: account, error, refetch } = useAccount();
  if (!account && error) {
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  }
  if (!account) return <Skeleton className="h-96" />;
  return (
    <div className="divide-y divide-line">
      <SettingsSection title="Account information" text="Your account details. Each card has its own.">
        <AccountDetails account={account} />
        <Suspense fallback={<Skeleton className="mt-5 h-24" />}>
          <TimeZone settings={account.settings} />
        </Suspense>
      </SettingsSection>
      <RouteError>
        <Suspense fallback={<Skeleton className="my-8 h-96" />}>
          <SecuritySections />
        </Suspense>
      </RouteError>
      <SettingsSection title="Privacy" text="Control what visitors can see and do. Changes apply right away.">
        <Suspense fallback={<Skeleton className="h-48" />}>
          <PrivacyToggles settings={account.settings} />
          <BlockedSenders />
        </Suspense>
      </SettingsSection>
      <Suspense fallback={<Skeleton className="my-8 h-64" />}>
        <FollowUpSections account={account} />
      </Suspense>
      <Suspense fallback={<Skeleton className="my-8 h-96" />}>
        <DataSections account={account} />
      </Suspense>
    </div>
  );
}
