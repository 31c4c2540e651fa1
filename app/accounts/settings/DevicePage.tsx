import { lazy, Suspense } from 'react';
import { Storage } from '#app/accounts/account/Storage.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Brings much of what keeps the copy. */
const OfflineSettings = lazy(async () => ({
  default: (await import('#app/offline/OfflineSettings.tsx')).OfflineSettings,
}));

/** The copy on this device, and the space for media. */
export function DevicePage({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection title="Offline use">
        <Suspense fallback={<Skeleton className="my-3 h-14" />}>
          <OfflineSettings />
        </Suspense>
      </SettingsSection>
      <SettingsSection title="Storage" text="For photos and videos on your cards.">
        <Storage account={account} />
      </SettingsSection>
    </>
  );
}
