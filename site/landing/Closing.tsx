import { PRICE_PER_CARD_USD, PRODUCT, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import { Mark } from '#site/logo/Mark.tsx';

const INCLUDED = [
  'Unlimited business cards',
  'QR codes in four styles',
  'Contacts, with export',
  'Social integration',
  'Advanced analytics',
  'Priority support',
];

/** The price as a sentence. */
export function Price({ isTaxed }: { isTaxed: boolean }) {
  return (
    <section className="price wrap" aria-labelledby="price">
      <h2 id="price">
        ${PRICE_PER_CARD_USD} per month per card, {TRIAL_DAYS} days free, cancel anytime.
      </h2>
      <div>
        <p>
          {isTaxed ? 'Tax is calculated where you live.' : 'That’s the whole price.'} You pay nothing today,
          and you’ll see exactly what you’ll be charged, and when, before you enter a card.
        </p>
        <ul>
          {INCLUDED.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Trial() {
  return (
    <section className="trial wrap" aria-labelledby="trial">
      <div>
        <Mark />
        <h2 id="trial">The last business card you’ll ever need.</h2>
        <a className="button" href={screens.register}>
          Start Your Free Trial
        </a>
        <p>Free for {TRIAL_DAYS} days. Your printed QR codes keep working, whatever you decide.</p>
      </div>
    </section>
  );
}

const TRADES = ['Law', 'Architecture', 'Medicine', 'Real estate', 'Consulting', 'Finance', 'Design'];

export function Trusted() {
  return (
    <section className="trusted wrap" aria-labelledby="trusted">
      <h2 id="trusted">Trusted by Industry Leaders</h2>
      <p>10,000+ professionals in</p>
      <ul>
        {TRADES.map((trade) => (
          <li key={trade}>{trade}</li>
        ))}
      </ul>
    </section>
  );
}

/** Pages of the operator who runs this server. */
export interface OperatorPages {
  imprintUrl?: string | null | undefined;
  privacyUrl?: string | null | undefined;
  termsUrl?: string | null | undefined;
  contactUrl?: string | undefined;
}

export function Footer({ imprintUrl, privacyUrl, termsUrl, contactUrl }: OperatorPages) {
  return (
    <footer className="wrap foot">
      <a className="brand" href="/">
        <Mark />
        {PRODUCT}
      </a>
      <p>Digital business cards for professionals.</p>
      <nav aria-label="Footer">
        <a href="#how">How it works</a>
        <a href="#example">Example card</a>
        <a href="#price">Price</a>
        {imprintUrl && <a href={imprintUrl}>Imprint</a>}
        {privacyUrl && <a href={privacyUrl}>Privacy</a>}
        {termsUrl && <a href={termsUrl}>Terms</a>}
        {contactUrl && <a href={contactUrl}>Contact</a>}
      </nav>
    </footer>
  );
}
