import { Devices } from '#app/messages/notices/Devices.tsx';
import { NoticeTable } from '#app/messages/notices/NoticeTable.tsx';
import { NoticeTimes } from '#app/messages/notices/NoticeTimes.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Of what the owner is told, how, and when not. */
export function NotificationsPage({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection title="Notify me about">
        <NoticeTable account={account} />
      </SettingsSection>
      <SettingsSection title="Timing">
        <NoticeTimes timeZone={account.settings.timeZone} />
      </SettingsSection>
      <SettingsSection title="Devices" text="Where push notifications arrive.">
        <Devices />
      </SettingsSection>
    </>
  );
}
