import { PRODUCT } from '#shared/contract/constants.ts';
import { LegalPage, SellerAddress } from './LegalPage.tsx';
import type { LegalFacts } from './legal-facts.ts';

/** A template of a processing agreement between a team and the seller (GDPR, article 28). */
export function ProcessingPage({ facts }: { facts: LegalFacts }) {
  const { seller, processors, links } = facts;
  return (
    <LegalPage title="Processing Agreement" facts={facts}>
      <p className="lead">
        A template for teams that use {PRODUCT} at {facts.origin} (GDPR, article 28). Print it, fill in your
        side, sign it, and send it to <a href={`mailto:${seller.email}`}>{seller.email}</a>; you get it back
        signed. Have a lawyer read it first.
      </p>
      <h2>Between</h2>
      <p>the team (controller): name, address, and who signs for it</p>
      <p>______________________________________________</p>
      <p>and the provider of {PRODUCT} (processor):</p>
      <SellerAddress seller={seller} />
      <Subject />
      <Duties />
      <Others processors={processors} privacyUrl={links.privacyUrl} />
      <Ending />
      <h2>Signatures</h2>
      <p>Place, date, and signature of the team</p>
      <p>______________________________________________</p>
      <p>Place, date, and signature of the provider</p>
      <p>______________________________________________</p>
    </LegalPage>
  );
}

const Subject = () => (
  <>
    <h2>1. Subject</h2>
    <ul>
      <li>
        Purpose: showing the team’s cards, counting their views, and collecting and keeping the contacts that
        come through them.
      </li>
      <li>
        People concerned: those who carry the team’s cards, visitors of these cards, and those who send their
        details through them.
      </li>
      <li>
        Data: what is on the cards; names, contact details, messages, answers, and consents of those who send
        them; notes and tags of the team; and about views, what Privacy lists.
      </li>
      <li>Term: as long as the team exists on {PRODUCT}.</li>
    </ul>
  </>
);

const Duties = () => (
  <>
    <h2>2. Duties of the provider</h2>
    <ul>
      <li>
        The provider processes these data only as the team instructs: by what its owner, team admins, and
        members do on {PRODUCT}, and otherwise in writing. If an instruction breaks the law in the provider’s
        opinion, the provider says so at once.
      </li>
      <li>Whoever has access at the provider is bound to secrecy.</li>
      <li>
        The provider protects the data as article 32 of the GDPR asks: connections are encrypted, passwords
        are kept only as hashes, roles limit who sees what, and what administrators do is recorded.
      </li>
      <li>
        The provider helps the team to answer those who ask about their data, and with its duties under
        articles 32 to 36.
      </li>
      <li>
        The provider tells the team of a breach of its data without undue delay after learning of it, with
        what the team needs for its own notice.
      </li>
      <li>
        The provider shows the team what it needs to verify all this, and lets it or an auditor inspect it
        after reasonable notice.
      </li>
    </ul>
  </>
);

const Others = ({ processors, privacyUrl }: Pick<LegalFacts, 'processors'> & { privacyUrl: string }) => (
  <>
    <h2>3. Sub-processors</h2>
    <p>
      The team agrees to the provider’s host
      {processors.length === 0 ? '. ' : ` and to ${processors.map(({ name }) => name).join(', ')}. `}
      The list in <a href={privacyUrl}>Privacy</a> says what each does. The provider announces a new one by
      email at least 30 days before, and the team may object. Each is bound by the same duties, and the
      provider answers for it. Data leave the European Economic Area only as chapter V of the GDPR allows.
    </p>
  </>
);

const Ending = () => (
  <>
    <h2>4. The end</h2>
    <p>
      The team can export its data at any time. When its owner deletes it, the provider keeps everything for
      30 days, in which it can be restored, and then erases it, unless the law requires the provider to keep
      it.
    </p>
  </>
);
