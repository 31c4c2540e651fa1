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
      <SettingsSection title="New contacts" text="Choose how we tell you about new contacts and reminders.">
        <NoticeSettings timeZone={account.settings.timeZone} />
      </SettingsSection>
      <SettingsSection
        title="AI and scanning"
        text="How follow-ups are drafted and paper cards are read. Nothing is sent unless you send it."
      >
        <SuggestionSettings settings={account.settings} abilities={account.abilities} />
      </SettingsSection>
      <SettingsSection title="Automatic SMS" text="We text each new contact once, if they opt in.">
        <AutomaticSms settings={account.settings} isAvailable={account.abilities.sendsTexts} />
      </SettingsSection>
      <SettingsSection
        title="Auto-updates"
        text="Let people who have your card get your new details. They accept first, and they see your username. Either of you can stop anytime."
      >
        <GivenLinks />
      </SettingsSection>
      <SettingsSection
        title="Contact retention"
        text="People you’ve lost touch with can be deleted automatically. We email you first."
      >
        <Retention />
      </SettingsSection>
    </>
  );
}
