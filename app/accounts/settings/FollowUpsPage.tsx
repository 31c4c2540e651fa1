import { SuggestionSettings } from '#app/accounts/account/SuggestionSettings.tsx';
import { AutomaticSms } from '#app/accounts/account/sms/AutomaticSms.tsx';
import { GivenLinks } from '#app/people/contacts/links/GivenLinks.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Everything that is written for the user, or sent in their name. */
export function FollowUpsPage({ account: { settings, abilities } }: { account: Account }) {
  return (
    <>
      <SettingsSection
        title="AI and scanning"
        text="How follow-ups are drafted and paper cards are read. Nothing is sent unless you send it."
      >
        <SuggestionSettings settings={settings} abilities={abilities} />
      </SettingsSection>
      <SettingsSection
        title="Automatic SMS"
        text="We text each new contact from your own cards once, if they opt in."
      >
        <AutomaticSms settings={settings} isAvailable={abilities.sendsTexts} />
      </SettingsSection>
      <SettingsSection
        title="Auto-updates"
        text="Let people who have your card get your new details. They accept first, and they see your username. Either of you can stop anytime."
      >
        <div className="py-4">
          <GivenLinks />
        </div>
      </SettingsSection>
    </>
  );
}
