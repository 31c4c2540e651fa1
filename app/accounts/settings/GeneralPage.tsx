import { AccountDetails } from '#app/accounts/account/AccountDetails.tsx';
import { DataExport } from '#app/accounts/account/DataExport.tsx';
import { DeleteAccount } from '#app/accounts/account/DeleteAccount.tsx';
import { PrivacyToggles } from '#app/accounts/account/PrivacyToggles.tsx';
import { TimeZone } from '#app/accounts/account/TimeZone.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Who the user is, what visitors may see and do, and the user's data. */
export function GeneralPage({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection title="Account information">
        <AccountDetails account={account} />
        <TimeZone settings={account.settings} />
      </SettingsSection>
      <SettingsSection title="Privacy">
        <PrivacyToggles settings={account.settings} />
      </SettingsSection>
      <SettingsSection title="Data and export">
        <DataExport />
        <DeleteAccount username={account.user.username} />
      </SettingsSection>
    </>
  );
}
