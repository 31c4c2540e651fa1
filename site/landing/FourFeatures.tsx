import type { Abilities } from '#shared/contract/abilities.ts';
import { SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { SocialIcon } from '#site/card/Icon.tsx';
import { styledCodes } from './QrCode.tsx';
import { ViewsLine } from './ViewsLine.tsx';

/** Four things the card does on its own, with a glimpse of each. */
export function FourFeatures({ abilities }: { abilities: Abilities }) {
  return (
    <section className="four wrap" aria-labelledby="four">
      <h2 id="four">It works while you talk</h2>
      <ul>
        <li>
          <div>
            <h3>QR Codes</h3>
            <p>
              Four styles that all scan. We make the code ourselves, so your link is never shared with anyone
              else.
            </p>
          </div>
          <div className="codes">{styledCodes}</div>
        </li>
        <li>
          <div>
            <h3>Analytics</h3>
            <p>
              Views, unique visitors, devices, and sources, as they happen. Visitors are counted, never
              followed.
            </p>
          </div>
          <ViewsLine />
        </li>
        <li>
          <div>
            <h3>Automation</h3>
            <p>
              {abilities.sendsTexts
                ? 'A thank-you text in your words to people who opt in, and follow-ups drafted for each person.'
                : 'Follow-ups drafted for each person, ready to send.'}
            </p>
          </div>
          <div className="draft" aria-hidden="true">
            <p>
              Professional <b>Friendly</b> Casual
            </p>
            <p>Hi Noah, great to meet you today. Could we find 20 minutes next week?</p>
          </div>
        </li>
        <li>
          <div>
            <h3>Social</h3>
            <p>Share the card where your people already are, and add every network you use.</p>
          </div>
          <ul className="share" aria-hidden="true">
            {SHARE_PLATFORMS.map((platform) => (
              <li key={platform}>
                <SocialIcon network={platform} />
                {SOCIAL_LABELS[platform]}
              </li>
            ))}
          </ul>
        </li>
      </ul>
    </section>
  );
}
