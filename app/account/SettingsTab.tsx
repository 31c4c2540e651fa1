import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useAccount } from '#app/auth/auth.queries.ts';
import { SessionList } from '#app/auth/SessionList.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { AccountDetails } from './AccountDetails.tsx';
import { AutomaticSms } from './AutomaticSms.tsx';
import { BlockedSenders } from './BlockedSenders.tsx';
import { DataExport } from './DataExport.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PrivacyToggles } from './PrivacyToggles.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { Storage } from './Storage.tsx';

/** Everything users can change about their account. */
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
      </SettingsSection>
      <SettingsSection title="Password" text="Changing it signs you out on all other devices.">
        <PasswordForm />
      </SettingsSection>
      <SettingsSection title="Privacy" text="Control what visitors can see and do. Changes apply right away.">
        <PrivacyToggles settings={account.settings} />
        <BlockedSenders />
      </SettingsSection>
      <SettingsSection
        title="Automatic SMS"
        text="We text each new contact once, if they agree and leave a number."
      >
        <AutomaticSms settings={account.settings} isAvailable={account.abilities.sendsTexts} />
      </SettingsSection>
      <SettingsSection
        title="Sessions"
        text="Where you’re signed in. Sign out any device you don’t recognize."
      >
        <SessionList />
      </SettingsSection>
      <SettingsSection title="Storage" text="Space for the photos and videos on your cards.">
        <Storage account={account} />
      </SettingsSection>
      <SettingsSection title="Data and export" text="Your data is yours. Download it anytime.">
        <DataExport />
      </SettingsSection>
      <SettingsSection title="Delete account" text="This is permanent and can’t be undone.">
        <DeleteAccount username={account.user.username} />
      </SettingsSection>
    </div>
  );
}
