import { NoticeSettings } from '#app/messages/notices/NoticeSettings.tsx';
import { GivenLinks } from '#app/people/contacts/links/GivenLinks.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { AutomaticSms } from './AutomaticSms.tsx';
import { Retention } from './Retention.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { SuggestionSettings } from './SuggestionSettings.tsx';

/** The settings for follow-ups: below the fold, and loaded after the rest of the tab. */
export function FollowUpSections({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection
        title="New contacts"
        text="How you hear about people who share, correct or withdraw their details, and about your reminders."
      >
        <NoticeSettings timeZone={account.settings.timeZone} />
      </SettingsSection>
      <SettingsSection
        title="Follow-up suggestions and paper cards"
        text="What to write to someone you’ve met, and who reads the cards you scan. Nothing goes to a contact unless you send it."
      >
        <SuggestionSettings settings={account.settings} abilities={account.abilities} />
      </SettingsSection>
      <SettingsSection
        title="Automatic SMS"
        text="We text each new contact once, if they agree and leave a number."
      >
        <AutomaticSms settings={account.settings} isAvailable={account.abilities.sendsTexts} />
      </SettingsSection>
      <SettingsSection
        title="Keeping others current"
        text="People who have your details can hear of changes to your card. You offer it, they see your card and username and accept it, and either of you can end it. Another card asks them again."
      >
        <GivenLinks />
      </SettingsSection>
      <SettingsSection
        title="How long contacts are kept"
        text="People you’ve lost touch with can be deleted automatically. We email you first."
      >
        <Retention />
      </SettingsSection>
    </>
  );
}
