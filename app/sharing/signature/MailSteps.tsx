import { useState } from 'react';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';

const APPS = [
  {
    value: 'gmail',
    label: 'Gmail',
    steps: [
      'In Gmail on a computer, click the gear, then “See all settings.”',
      'Under “General,” find “Signature” and click “Create new.”',
      'Paste the signature, choose it for new emails and replies, and click “Save Changes” at the bottom.',
    ],
  },
  {
    value: 'outlook',
    label: 'Outlook',
    steps: [
      'In new Outlook and on the web, open Settings > Account > Signatures. In classic Outlook, open File > Options > Mail > Signatures.',
      'Add a signature, name it, and paste.',
      'Choose it for new messages and replies, and save.',
    ],
  },
  {
    value: 'apple',
    label: 'Apple Mail',
    steps: [
      'On a Mac, open Mail > Settings > Signatures. Choose your account and click +.',
      'Clear “Always match my default message font,” then paste over the text.',
      'Close the window. The picture may look empty there but appears in your emails.',
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
      <ChoiceTiles label="Your email app" options={APPS} value={app} onChange={setApp} />
      <ol className="grid max-w-prose list-decimal gap-2 pl-5 text-sm text-pretty">
        {shown?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
