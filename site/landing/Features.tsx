import type { Abilities } from '#shared/contract/abilities.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { CardFace } from '#site/card/CardFace.tsx';
import { SocialIcon } from '#site/card/Icon.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import { QrCode } from './QrCode.tsx';
import { CLASSIC_CARD, HANDLES, HERO_CARD } from './sample.ts';

/** The three features, each illustrated by a piece of the product itself. */
export function Features({ abilities }: { abilities: Abilities }) {
  const passes = listPasses(abilities);
  return (
    <section className="wrap">
      <h2 id="features">A card worth handing over</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls sideways, for the keyboard too */}
      <section className="three" aria-labelledby="features" tabIndex={0}>
        <article>
          <div className="object" aria-hidden="true" inert>
            <CardFace card={CLASSIC_CARD} isPreview />
          </div>
          <h3>Professional Digital Profiles</h3>
          <p>
            Your photo, your story, and every way to reach you, in three designs that stay readable in any
            color.
          </p>
        </article>
        <article>
          {passes ? <WalletPass /> : <LockScreen />}
          <h3>Wallet Integration</h3>
          <p>
            {passes
              ? `Add the card to ${passes}. It works even without a signal.`
              : 'Keep your code on your lock screen and show it without a signal.'}
          </p>
        </article>
        <article>
          <ul className="object links" aria-hidden="true">
            {HANDLES.map(([network, handle]) => (
              <li key={network}>
                <SocialIcon network={network} />
                {SOCIAL_LABELS[network]}
                <small>{handle}</small>
              </li>
            ))}
          </ul>
          <h3>Social Integration</h3>
          <p>
            Sixteen networks on one card, and one tap to share it on LinkedIn, Twitter, Facebook, or WhatsApp.
          </p>
        </article>
      </section>
    </section>
  );
}

const listPasses = ({ signsApplePasses, signsGooglePasses }: Abilities): string =>
  [signsApplePasses && 'Apple Wallet', signsGooglePasses && 'Google Wallet'].filter(Boolean).join(' and ');

/** Needs no pass: the code as the picture of a phone's lock screen. */
function LockScreen() {
  return (
    <div className="object phone" aria-hidden="true">
      <div>
        <p>Tuesday, November 24</p>
        <b>9:41</b>
        <QrCode />
        <p>{HERO_CARD.fullName}</p>
      </div>
    </div>
  );
}

function WalletPass() {
  return (
    <div className="object pass" aria-hidden="true">
      <p>
        <Mark size={22} />
        <span>Business card</span>
      </p>
      <div>
        <p>
          <small>Name</small>
          <b>{HERO_CARD.fullName}</b>
          <small>Title</small>
          {HERO_CARD.jobTitle}
        </p>
        <QrCode />
      </div>
    </div>
  );
}
