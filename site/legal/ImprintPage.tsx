import { PRODUCT } from '#shared/contract/constants.ts';
import { LegalPage, SellerAddress } from './LegalPage.tsx';
import type { LegalFacts } from './legal-facts.ts';

/** Who runs this server and sells its subscriptions. */
export function ImprintPage({ facts }: { facts: LegalFacts }) {
  const { seller, origin, links } = facts;
  return (
    <LegalPage title="Imprint" facts={facts}>
      <p className="lead">
        {PRODUCT} at {origin} is run by, and subscriptions are sold by:
      </p>
      <SellerAddress seller={seller} />
      {seller.taxId && (
        <>
          <h2>Tax number</h2>
          <p>{seller.taxId}</p>
        </>
      )}
      <h2>Business cards of our customers</h2>
      <p>
        The cards and portfolios here belong to the people they show, who are responsible for what they say.
        If a card harms your rights, write to <a href={`mailto:${seller.email}`}>{seller.email}</a> with its
        address, and we will look at it without delay.
      </p>
      <h2>More</h2>
      <p>
        <a href={links.termsUrl}>Terms, withdrawal and refunds</a>. <a href={links.privacyUrl}>Privacy</a>.
      </p>
    </LegalPage>
  );
}
