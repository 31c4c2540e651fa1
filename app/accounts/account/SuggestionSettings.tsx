import type { ReactNode } from 'react';
import type { Account } from '#shared/accounts/account.ts';
import { Switch } from '#ui/Choice.tsx';
import { useChangeSettings } from './account.queries.ts';

/** True if a language model writes follow-up suggestions and reads paper cards, and what it is sent. */
export function SuggestionSettings({ settings, abilities }: Pick<Account, 'settings' | 'abilities'>) {
  const change = useChangeSettings();
  const { languageModel } = abilities;
  if (!languageModel) {
    return (
      <p className="py-4 text-ink-2">
        AI isn’t set up here. Drafts come from templates, and scanned cards are read on your device.
      </p>
    );
  }
  const { host, name } = languageModel;
  return (
    <>
      <Switch
        label="Use AI"
        hint="It drafts follow-ups and reads the paper cards you scan. When off, drafts come from templates, cards are read on your device, and nothing is sent to AI."
        checked={settings.usesLanguageModel}
        isSaved={change.isSuccess}
        onChange={(event) => change.mutate({ usesLanguageModel: event.target.checked })}
      />
      <dl className="grid gap-3 py-4 text-sm">
        <Row label="Sent to">
          <span className="wrap-anywhere font-medium">{name}</span> at{' '}
          <span className="wrap-anywhere font-medium">{host}</span>, only when you ask for suggestions or
          choose it to read a card. Suggestions are saved until the contact or your card changes. Photos
          aren’t saved.
        </Row>
        <Row label="What we send for suggestions">
          Your contact’s name, role, company, and message; when and where you met; your name, role, and
          company; your card and booking links; the line you type; and earlier suggestions when you ask for
          new ones.
        </Row>
        <Row label="What we send for a paper card">
          A smaller copy of the photo, without date or location.
        </Row>
        <Row label="What we never send">
          Email addresses, phone numbers, your notes, and anything about other contacts.
        </Row>
      </dl>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
