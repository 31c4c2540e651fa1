import { BlockedSenders } from '#app/accounts/account/BlockedSenders.tsx';
import { ImportArchive } from '#app/accounts/account/ImportArchive.tsx';
import { Retention } from '#app/accounts/account/Retention.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** How long contacts stay, who cannot become one, and contacts of another account. */
export function ContactRulesPage() {
  return (
    <>
      <SettingsSection
        title="Contact retention"
        text="People you’ve lost touch with can be deleted automatically. We email you first."
      >
        <Retention />
      </SettingsSection>
      <SettingsSection title="Senders and imports">
        <BlockedSenders />
        <ImportArchive />
      </SettingsSection>
    </>
  );
}
