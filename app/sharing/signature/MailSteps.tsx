import { useState } from 'react';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';

const APPS = [
  {
    value: 'gmail',
    label: 'Gmail',
    steps: [
      'Open Gmail on a computer, press the gear and “See all settings”.',
      'Under “General”, find “Signature” and press “Create new”.',
      'Paste the signature, choose it for new emails and replies, and press “Save Changes” at the bottom.',
    ],
  },
  {
    value: 'outlook',
    label: 'Outlook',
    steps: [
      'In the new Outlook and on the web, open Settings, then “Account” and “Signatures”. In classic Outlook, open “File”, “Options”, “Mail” and “Signatures”.',
      'Add a signature, give it a name and paste.',
      'Choose it for new messages and replies, and save.',
    ],
  },
  {
    value: 'apple',
    label: 'Apple Mail',
    steps: [
      'On a Mac, open Mail, then “Settings” and “Signatures”. Choose your account and press +.',
      'Clear “Always match my default message font”, then paste over the text.',
      'Close the window. The picture may stay empty there; it appears in your messages.',
    ],
  },
] as const;

/** How to put a copied signature into a mail app. */
export function MailSteps() {
  const [app, setApp] = useState<(typeof APPS)[number]['value']>('gmail');
  const shown = APPS.find(({ value }) => value === app);
  return (
    <section aria-label="How to add it" className="grid gap-4 border-t border-line pt-6">
      <h3 className="font-display text-lg">How to add it</h3>
      <ChoiceTiles label="Your mail app" options={APPS} value={app} onChange={setApp} />
      <ol className="grid max-w-prose list-decimal gap-2 pl-5 text-sm text-pretty">
        {shown?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
