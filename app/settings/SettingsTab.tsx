import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useAccount } from '#app/auth/auth.queries.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { AccountDetails } from './AccountDetails.tsx';
import { AutomaticSms } from './AutomaticSms.tsx';
import { BlockedSenders } from './BlockedSenders.tsx';
import { DataExport } from './DataExport.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PrivacyToggles } from './PrivacyToggles.tsx';
import { SessionList } from './SessionList.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { Storage } from './Storage.tsx';

/** Everything one may decide about one's account. */
export function SettingsTab() {
  const { data: account, error, refetch } = useAccount();
  if (!account && error) {
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  }
  if (!account) return <Skeleton className="h-96" />;
  return (
    <div className="divide-y divide-line">
      <SettingsSection
        title="Account information"
        text="Who you are here. Your cards carry their own details."
      >
        <AccountDetails account={account} />
      </SettingsSection>
      <SettingsSection title="Password" text="A new password signs you out everywhere but here.">
        <PasswordForm />
      </SettingsSection>
      <SettingsSection title="Privacy" text="What visitors may see and do. Each switch acts at once.">
        <PrivacyToggles settings={account.settings} />
        <BlockedSenders />
      </SettingsSection>
      <SettingsSection
        title="Automatic SMS"
        text="We text each new contact once, if they agree and leave a number."
      >
        <AutomaticSms settings={account.settings} isAvailable={account.abilities.sendsTexts} />
      </SettingsSection>
      <SettingsSection title="Sessions" text="Where you are signed in. End any you don’t recognize.">
        <SessionList />
      </SettingsSection>
      <SettingsSection title="Storage" text="Space for the photos and videos on your cards.">
        <Storage account={account} />
      </SettingsSection>
      <SettingsSection title="Data and export" text="What you keep here is yours to take along.">
        <DataExport />
      </SettingsSection>
      <SettingsSection title="Delete account" text="For good: nobody can bring a deleted account back.">
        <DeleteAccount username={account.user.username} />
      </SettingsSection>
    </div>
  );
}
