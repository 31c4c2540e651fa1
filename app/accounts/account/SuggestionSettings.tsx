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
      <p className="text-sm">
        This server has no language model. Suggestions are composed on this server from what is on file: your
        contact’s name, role, company and message, when and where you met, and your card. Nothing leaves it.
        Paper cards you scan are read on your device, and their pictures go nowhere.
      </p>
    );
  }
  const { host, name } = languageModel;
  return (
    <>
      <Switch
        label="Let a language model help"
        hint="It writes suggestions, and reads the paper cards you scan. When off, suggestions are composed on this server, cards are read on your device, and nothing goes to the model."
        checked={settings.usesLanguageModel}
        onChange={(event) => change.mutate({ usesLanguageModel: event.target.checked })}
      />
      <dl className="mt-3 grid gap-3 border-t border-line pt-4 text-sm">
        <Row label="Where it goes">
          To the model <span className="wrap-anywhere font-medium">{name}</span> at{' '}
          <span className="wrap-anywhere font-medium">{host}</span>, each time you ask for suggestions or
          choose it to read a card. Suggestions are kept until the contact or your card changes; pictures are
          not kept on this server.
        </Row>
        <Row label="What goes there for suggestions">
          Your contact’s name, role, company and message; when and where you met; your name, role and company;
          the links to your card and your bookings; the line you type; and, if you ask for new suggestions,
          the earlier ones.
        </Row>
        <Row label="What goes there for a paper card">
          The picture, made smaller, without when and where it was taken.
        </Row>
        <Row label="What never goes there">
          Your contacts’ email addresses and phone numbers, your own notes, and anything about other contacts.
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
