import { Storage } from '#app/accounts/account/Storage.tsx';
import { OfflineSettings } from '#app/offline/OfflineSettings.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** The copy on this device, and the space for media. */
export function DevicePage({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection title="Offline use">
        <OfflineSettings />
      </SettingsSection>
      <SettingsSection title="Storage" text="For photos and videos on your cards.">
        <Storage account={account} />
      </SettingsSection>
    </>
  );
}
