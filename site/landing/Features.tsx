import type { Abilities } from '#shared/contract/abilities.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { CardFace } from '#site/card/CardFace.tsx';
import { SocialIcon } from '#site/card/Icon.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import { QrCode } from './QrCode.tsx';
import { DESIGN_CARDS, HERO_CARD } from './sample.ts';

/** The three features, each illustrated by a piece of the product itself. */
export function Features({ abilities }: { abilities: Abilities }) {
  return (
    <section className="features wrap" aria-labelledby="features">
      <h2 id="features">A card worth handing over</h2>
      <article className="feature profiles">
        <div className="fan" inert>
          {DESIGN_CARDS.map((card) => (
            <div className="object" key={card.template}>
              <CardFace card={card} isPreview />
            </div>
          ))}
        </div>
        <h3>Professional Digital Profiles</h3>
        <p>
          Your photo, your story, galleries, video, and every way to reach you, in three designs that stay
          readable in any color.
        </p>
      </article>
      <article className="feature wallet">
        <WalletPass />
        <h3>Wallet Integration</h3>
        <p>{walletWords(abilities)}</p>
      </article>
      <article className="feature social-feature">
        <ul className="networks" aria-hidden="true">
          {NETWORKS.map((network) => (
            <li key={network}>
              <SocialIcon network={network} />
              {SOCIAL_LABELS[network]}
            </li>
          ))}
        </ul>
        <h3>Social Integration</h3>
        <p>
          Sixteen networks on one card, and one tap to share it on LinkedIn, Twitter, Facebook, or WhatsApp.
        </p>
      </article>
    </section>
  );
}

const NETWORKS = ['linkedin', 'instagram', 'github', 'youtube', 'twitter', 'whatsapp', 'behance'] as const;

function walletWords({ signsApplePasses, signsGooglePasses }: Abilities): string {
  const ready = [signsApplePasses && 'Apple Wallet', signsGooglePasses && 'Google Wallet'].filter(Boolean);
  return ready.length > 0
    ? `Add the card to ${ready.join(' and ')}. It works even without a signal.`
    : 'Keep your code on your lock screen and show it without a signal.';
}

/** A pass as the phone's wallet draws it, sliding up from behind the others. */
function WalletPass() {
  return (
    <div className="purse" aria-hidden="true">
      <div className="pass">
        <p className="pass-top">
          <Mark />
          <span>Business card</span>
        </p>
        <p className="pass-name">
          <small>Name</small>
          {HERO_CARD.fullName}
        </p>
        <p className="pass-role">
          <span>
            <small>Title</small>
            {HERO_CARD.jobTitle}
          </span>
          <span>
            <small>Company</small>
            {HERO_CARD.company}
          </span>
        </p>
        <QrCode />
      </div>
    </div>
  );
}
