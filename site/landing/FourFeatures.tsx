import type { Abilities } from '#shared/contract/abilities.ts';
import { SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { QrCode } from './QrCode.tsx';
import { ViewsLine } from './ViewsLine.tsx';

/** Four things the card does on its own, with a glimpse of each. */
export function FourFeatures({ abilities }: { abilities: Abilities }) {
  return (
    <section className="four wrap" aria-labelledby="four">
      <h2 id="four">It works while you talk</h2>
      <ul>
        <li>
          <div className="glimpse">
            <QrCode />
          </div>
          <h3>QR Codes</h3>
          <p>
            Four styles that all scan. We make the code ourselves, so your link is never shared with anyone
            else.
          </p>
        </li>
        <li>
          <div className="glimpse">
            <ViewsLine />
          </div>
          <h3>Analytics</h3>
          <p>
            Views, unique visitors, devices, and sources, as they happen. Visitors are counted, never
            followed.
          </p>
        </li>
        <li>
          <div className="glimpse message" aria-hidden="true">
            <p>It was great connecting with you! Looking forward to staying in touch.</p>
          </div>
          <h3>Automation</h3>
          <p>
            {abilities.sendsTexts
              ? 'A thank-you text in your words to people who opt in, and follow-ups drafted for each person.'
              : 'Follow-ups drafted for each person, ready to send.'}
          </p>
        </li>
        <li>
          <div className="glimpse" aria-hidden="true">
            <ul className="networks">
              {SHARE_PLATFORMS.map((platform) => (
                <li key={platform}>{SOCIAL_LABELS[platform]}</li>
              ))}
            </ul>
          </div>
          <h3>Social</h3>
          <p>Share the card where your people already are, and add every network you use.</p>
        </li>
      </ul>
    </section>
  );
}
