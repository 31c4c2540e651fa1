import { OfflineSettings } from '#app/offline/OfflineSettings.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { DataExport } from './DataExport.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { Storage } from './Storage.tsx';

/** The last sections of the settings: what is stored where, and the end of it all. */
export function DataSections({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection title="Storage" text="Space for the photos and videos on your cards.">
        <Storage account={account} />
      </SettingsSection>
      <SettingsSection title="Offline use" text="Use your cards without a connection.">
        <OfflineSettings />
      </SettingsSection>
      <SettingsSection title="Data and export" text="Your data is yours. Download it anytime.">
        <DataExport />
      </SettingsSection>
      <SettingsSection title="Delete account" text="This is permanent and can’t be undone.">
        <DeleteAccount username={account.user.username} />
      </SettingsSection>
    </>
  );
}
