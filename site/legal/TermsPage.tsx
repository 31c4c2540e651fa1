import { CARD_LIMIT, PRODUCT, REMINDER_DAYS, RESTORE_DAYS, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import { LegalPage, SellerAddress } from './LegalPage.tsx';
import type { LegalFacts } from './legal-facts.ts';
import { Withdrawal } from './Withdrawal.tsx';

/** English names of countries that take an article within a sentence. */
const WITH_ARTICLE =
  /^(United|Netherlands$|Philippines$|Bahamas$|Maldives$|Gambia$)|(Republic|Islands|Emirates)$/;
const withArticle = (country: string): string => (WITH_ARTICLE.test(country) ? `the ${country}` : country);

/** The contract between a customer and the seller: the service, its price, cancellation, withdrawal and refunds. */
export function TermsPage({ facts }: { facts: LegalFacts }) {
  return (
    <LegalPage title="Terms" facts={facts}>
      <p className="lead">
        What you and we agree on when you use {PRODUCT} at {facts.origin}.
      </p>
      <h2>Who you deal with</h2>
      <SellerAddress seller={facts.seller} />
      <Service />
      <Price price={facts.price} />
      <Cancellation />
      <Withdrawal seller={facts.seller} />
      <Refunds email={facts.seller.email} />
      <Conduct email={facts.seller.email} />
      <Teams />
      <Rest facts={facts} />
    </LegalPage>
  );
}

function Service() {
  return (
    <>
      <h2>What you get</h2>
      <p>
        Digital business cards at addresses of their own, with QR codes, contact files, a place to collect
        contacts, and analytics. An account may have up to {CARD_LIMIT} cards. A contract is made when you
        create an account; a paid one when you complete the checkout.
      </p>
      <p>
        The first {TRIAL_DAYS} days are free, with everything included. Without a payment method, the trial
        simply ends, and you aren’t charged. Existing cards stay online; only creating new ones needs a
        subscription.
      </p>
    </>
  );
}

function Price({ price }: { price: string }) {
  return (
    <>
      <h2 id="price">Price and payment</h2>
      <p>
        A subscription costs {price} for each card, with a one-card minimum. Before you confirm, the checkout
        shows what’s due today, what’s due later and when, and any tax. Adding a card raises the price from
        that day, and deleting one lowers it; the form shows the new price and the next charge before you add
        one, and the difference for the current month is part of the next charge.
      </p>
      <p>
        The subscription renews each month until you cancel it. We email you {REMINDER_DAYS} days before the
        first charge, or right away if it’s sooner. If a charge fails, we tell you and try again; you keep
        access in the meantime if an earlier charge was paid. We announce price changes by email at least 30
        days before they apply, and you can cancel until then.
      </p>
    </>
  );
}

function Cancellation() {
  return (
    <>
      <h2 id="cancel">Cancelling</h2>
      <p>
        You can cancel at any time, without a reason: open <a href={screens.subscribe}>Subscription</a> in the
        account menu and press Cancel subscription twice. You keep access until the end of the month you’ve
        paid for, and the dialog says if you still owe anything. Until that day you can resume. You can also
        delete your account in the settings anytime, which ends the subscription immediately.
      </p>
    </>
  );
}

function Refunds({ email }: { email: string }) {
  return (
    <>
      <h2 id="refunds">Refunds</h2>
      <ul>
        <li>Withdraw within 14 days, and you get back what you paid, as described above.</li>
        <li>What was charged by mistake, twice, or after you cancelled is refunded in full.</li>
        <li>
          A card deleted during a month you have paid for is credited, day by day, on the next charge. If you
          cancel, the credit isn’t paid out, but it comes off the next charge if you resume or subscribe
          again. Other than that, months that have begun are not refunded, because access continues until
          their end.
        </li>
        <li>
          If the service did not work as promised, the rights that the law gives you are not limited by this.
        </li>
      </ul>
      <p>
        Write to <a href={`mailto:${email}`}>{email}</a>. Refunds go to the payment method you paid with.
      </p>
    </>
  );
}

function Conduct({ email }: { email: string }) {
  return (
    <>
      <h2>What you put on your cards</h2>
      <p>
        Your content stays yours. You let us store it and show it to the people you share your cards with. Put
        only on your cards what you have the right to publish, and use the contacts you collect only as the
        law allows. We may suspend an account or a team that breaks the law or harms others, and we tell you
        why; you can object at <a href={`mailto:${email}`}>{email}</a>. You can export everything in the
        settings, and a deleted card can be restored for {RESTORE_DAYS} days.
      </p>
    </>
  );
}

function Teams() {
  return (
    <>
      <h2 id="teams">Teams</h2>
      <p>
        Whoever creates a team or takes it over owns it and acts for the business behind it. Its cards and the
        contacts that come through them belong to the team, not to the people who carry the cards: the team
        decides about them, and keeps them when someone leaves. What people have of their own on {PRODUCT} is
        not the team’s, and it sees none of it.
      </p>
      <p>
        For those contacts, the team is responsible under data protection law, and we process them for it. The{' '}
        <a href={legalPaths.processing}>processing agreement</a> is a template for that.
      </p>
    </>
  );
}

function Rest({ facts: { seller, links } }: { facts: LegalFacts }) {
  return (
    <>
      <h2>Liability, law and changes</h2>
      <p>
        We are liable without limit for intent and gross negligence, for harm to life, body or health, and
        where the law says so. For slight negligence we are liable only for duties that the contract depends
        on, up to the damage that was foreseeable.
      </p>
      <p>
        {seller.country
          ? `The law of ${withArticle(seller.country)} applies. If you are a consumer, you also keep the protection of the law where you live.`
          : 'The law at our seat applies. If you are a consumer, you also keep the protection of the law where you live.'}{' '}
        We announce changes to these terms by email at least 30 days before they apply. What we do with
        personal data is in <a href={links.privacyUrl}>Privacy</a>.
      </p>
    </>
  );
}
