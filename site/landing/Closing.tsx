import { PRICE_PER_CARD_USD, PRODUCT, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import type { Tax } from '#shared/money/billing.ts';
import { Icon } from '#site/card/Icon.tsx';
import { Mark } from '#site/logo/Mark.tsx';

const INCLUDED = [
  'Unlimited business cards',
  'QR codes in four styles',
  'Contacts, with export',
  'Social integration',
  'Advanced analytics',
  'Priority support',
];

/** The price beside the call to try it. */
export function Trial({ tax }: { tax: Tax }) {
  return (
    <section className="trial wrap" id="price" aria-labelledby="trial">
      <div className="block">
        <div>
          <h2 id="trial">The last business card you’ll ever need.</h2>
          <a className="button" href={screens.register}>
            Start Your Free Trial
          </a>
          <p className="small">Your printed QR codes keep working, whatever you decide.</p>
        </div>
        <div>
          <h3>
            ${PRICE_PER_CARD_USD} per month per card, {TRIAL_DAYS} days free, cancel anytime.
          </h3>
          <p>
            {tax === 'exclusive' ? 'Tax is calculated where you live.' : 'That’s the whole price.'} You pay
            nothing today.
          </p>
          <ul>
            {INCLUDED.map((item) => (
              <li key={item}>
                <Icon glyph="check" />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

export function Trusted() {
  return (
    <section className="trusted wrap" aria-labelledby="trusted">
      <h2 id="trusted">Trusted by Industry Leaders</h2>
      <p>
        10,000+ professionals in law, architecture, medicine, real estate, consulting, finance, and design
      </p>
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
