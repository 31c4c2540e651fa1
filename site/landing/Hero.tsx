import { PRICE_PER_CARD_USD, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import { CardFace } from '#site/card/CardFace.tsx';
import { ExampleActions } from './ExampleActions.tsx';
import { QrCode } from './QrCode.tsx';
import { HERO_CARD, SAMPLE_CONTACTS, SAMPLE_COUNTS } from './sample.ts';

/** One sentence next to the real card at the moment it does its job: scanned, counted, answered. */
export function Hero() {
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>Elevate Your Professional Networking</h1>
        <p className="lead">
          People scan it, save you to their phone, and send their details back. You see every view.
        </p>
        <a className="button" href={screens.register}>
          Start {TRIAL_DAYS}-Day Free Trial
        </a>
        <p className="price-line">Then ${PRICE_PER_CARD_USD} per month per card. Cancel anytime.</p>
      </div>
      <div className="hero-table">
        <div className="hero-scene">
          <div className="object">
            <CardFace card={HERO_CARD} actions={<ExampleActions />} isPreview />
          </div>
          <Moments />
        </div>
      </div>
    </section>
  );
}

/** The seconds after a meeting; styles make the three arrive one after another, once. */
function Moments() {
  const [contact] = SAMPLE_CONTACTS;
  const views = SAMPLE_COUNTS.views;
  return (
    <ul className="moments">
      <li className="slip scanned">
        <div className="scan">
          <QrCode />
        </div>
        <p>
          Scan it with your phone<span className="unseen">: it opens the example card below</span>
        </p>
      </li>
      <li className="slip counted">
        <p>
          <span className="figure">
            <span className="roll" aria-hidden="true">
              <span>{(views - 1).toLocaleString('en-US')}</span>
              <span>{views.toLocaleString('en-US')}</span>
            </span>
            <span className="unseen">{views.toLocaleString('en-US')}</span>
          </span>{' '}
          views
        </p>
      </li>
      {contact && (
        <li className="slip arrived">
          <span className="initials" aria-hidden="true">
            NB
          </span>
          <p>
            <strong>{contact.fullName}</strong> shared his details <small>{contact.met}</small>
          </p>
        </li>
      )}
    </ul>
  );
}
