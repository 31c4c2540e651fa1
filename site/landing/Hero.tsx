import { PRICE_PER_CARD_USD, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import { formatTax } from '#shared/formats/money.ts';
import type { Tax } from '#shared/money/billing.ts';
import { CardFace } from '#site/card/CardFace.tsx';
import { Icon } from '#site/card/Icon.tsx';
import { ExampleActions } from './ExampleActions.tsx';
import { Person } from './Person.tsx';
import { QrCode } from './QrCode.tsx';
import { HERO_CARD, NEWEST_CONTACT, SAMPLE_COUNTS } from './sample.ts';

/** One sentence next to the real card at the moment it does its job: scanned, saved, answered, counted. */
export function Hero({ tax }: { tax: Tax }) {
  return (
    <section className="hero wrap">
      <div>
        <h1>Elevate Your Professional Networking</h1>
        <p className="lead">The card people scan, save, and answer. You see every view.</p>
        <a className="button" href={screens.register}>
          Start {TRIAL_DAYS}-Day Free Trial
        </a>
        <p className="small" data-offer>
          Then ${PRICE_PER_CARD_USD} per month per card{formatTax({ tax })}. Cancel anytime.
        </p>
      </div>
      <div className="scene">
        <div>
          <div className="object">
            <CardFace card={HERO_CARD} actions={<ExampleActions />} isPreview />
          </div>
          <Person {...NEWEST_CONTACT} line="shared his details">
            <span className="saved">
              <Icon glyph="check" />
              Contact Saved
            </span>
          </Person>
        </div>
        <div className="beside">
          <Views />
          <p className="scan small">
            <span>
              <QrCode />
            </span>
            Scan it with your phone<span className="unseen">: it opens the example card below</span>
          </p>
        </div>
      </div>
    </section>
  );
}

const formatNumber = (value: number) => value.toLocaleString('en-US');

/** The view that this visit would be: the number before it rolls away. */
function Views() {
  const { views } = SAMPLE_COUNTS;
  return (
    <p className="views small">
      <b aria-hidden="true">
        <span>{formatNumber(views - 1)}</span>
        <span>{formatNumber(views)}</span>
      </b>
      <span className="unseen">{formatNumber(views)}</span> views of this card
    </p>
  );
}
