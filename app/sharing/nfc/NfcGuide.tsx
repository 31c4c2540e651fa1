import { useEffect, useState } from 'react';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { kindsOfTags } from '#shared/sharing/nfc.ts';
import { Segments } from '#ui/Segments.tsx';
import { canWriteTags } from './web-nfc.ts';
import './nfc-print.css';

type Phone = 'android' | 'iphone';

const PHONES: { value: Phone; label: string; steps: string[] }[] = [
  {
    value: 'android',
    label: 'Android',
    steps: [
      'Turn on NFC in the phone’s settings.',
      'Open this screen in Chrome and tap “Write a tag.”',
      'Hold the tag to the back of the phone until it vibrates, lift it, and hold it there again.',
    ],
  },
  {
    value: 'iphone',
    label: 'iPhone',
    steps: [
      'Install an app that writes tags, such as NFC Tools, from the App Store.',
      'Add a tag on this screen, then choose “Copy Link” from its menu.',
      'In NFC Tools, tap Write, Add a record, URL / URI. Paste the link and tap OK.',
      'Tap Write, and hold the tag to the top edge of the iPhone.',
      'To keep others from changing it, tap Other, Lock tag. This can’t be undone.',
    ],
  },
];

/** How tags are chosen, written and placed; the only thing on paper when the screen is printed (`nfc-print.css`). */
export function NfcGuide({ card, isCounted }: SharingProps) {
  const [shown, setShown] = useState<Phone>(canWriteTags() ? 'android' : 'iphone');
  useEffect(() => {
    document.documentElement.classList.add('prints-nfc-guide');
    return () => document.documentElement.classList.remove('prints-nfc-guide');
  }, []);
  return (
    <section
      aria-label="How to set up a tag"
      className="nfc-guide grid gap-6 max-lg:border-t max-lg:border-line max-lg:pt-6"
    >
      <h3 className="font-display text-lg">How to set up a tag</h3>
      <Steps
        title="Choose a tag"
        steps={[adviceOnKinds(card.mainPath), 'For metal, such as a laptop, buy tags marked “on-metal.”']}
      />
      <div className="print:hidden">
        <Segments label="Your phone" options={PHONES} value={shown} onChange={setShown} />
      </div>
      {PHONES.map(({ value, steps }) => (
        <div key={value} className={value === shown ? '' : 'hidden print:block'}>
          <Steps
            title={`Write it with ${value === 'android' ? 'an Android phone' : 'an iPhone'}`}
            steps={steps}
          />
        </div>
      ))}
      <Steps
        title="Try it"
        steps={[
          'Unlock another phone and hold the tag to it: the top edge on iPhones, the middle of the back on most Android phones.',
          `Tap the notification. Your card opens${isCounted ? ', and the list shows one more view' : ''}.`,
        ]}
      />
    </section>
  );
}

function adviceOnKinds(mainPath: string): string {
  const { fit, tooSmall } = kindsOfTags(window.location.origin, mainPath);
  if (fit.length === 0) return 'This card’s link is too long for common tags. Give the card a short link.';
  if (tooSmall.length === 0) return 'Buy NTAG215 NFC tags. NTAG213 and NTAG216 work, too.';
  return `Buy ${fit.join(' or ')} NFC tags. This card’s link is too long for ${tooSmall.join(' and ')}.`;
}

function Steps({ title, steps }: { title: string; steps: string[] }) {
  return (
    <div>
      <h4 className="text-sm font-medium">{title}</h4>
      <ol className="mt-1.5 list-decimal space-y-1 pl-5 text-sm text-ink-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
