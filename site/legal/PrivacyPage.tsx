import { PRODUCT } from '#shared/contract/constants.ts';
import { LegalPage, SellerAddress } from './LegalPage.tsx';
import type { LegalFacts } from './legal-facts.ts';

/** The stored data, its purposes and periods, and its other processors (GDPR, articles 13, 14 and 28). */
export function PrivacyPage({ facts }: { facts: LegalFacts }) {
  const { seller, kept } = facts;
  return (
    <LegalPage title="Privacy" facts={facts}>
      <p className="lead">
        {PRODUCT} stores only what it needs to show your cards and bill you. There’s no advertising or
        third-party tracking: our pages load nothing from other sites.
      </p>
      <h2>Who is responsible</h2>
      <SellerAddress seller={seller} />
      <h2 id="kept">What is stored, and how long</h2>
      <dl>
        {kept.map(({ what, why, until }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
            <dd>Kept {until}.</dd>
          </div>
        ))}
      </dl>
      <Visitors />
      <Processors processors={facts.processors} />
      <Rights email={seller.email} />
    </LegalPage>
  );
}

function Visitors() {
  return (
    <>
      <h2>If you look at someone’s card</h2>
      <p>
        A view is counted for the owner of the card. Of your address, only the part that names your network is
        stored, and a code that tells one visitor of a card from another, from which your address cannot be
        computed. If your browser sends Do Not Track or Global Privacy Control, the view counts and nothing
        about you is stored. Owners can turn counting off.
      </p>
      <p>
        What you send with a form goes to the owner of the card, who decides what happens with it; we store it
        for them. Ask them first if you want it deleted, or ask us.
      </p>
      <p id="teams">
        A team may own a card that one of its people carries; the form names both. What you send there goes to
        that person and to the team. The team decides what happens with it, also after the person has left:
        its owner and team admins can read, change, and delete it, and whoever carries the card sees what came
        through it.
      </p>
      <h2>Cookies</h2>
      <p>
        We set a cookie when you sign in, and one that remembers this browser, so strangers who guess at your
        password can’t lock you out. Your browser also stores your theme, your name for the next start, how
        you last set up a signature or a print, and what you have not saved yet. None of this is read by
        anyone else, and none is needed to look at a card.
      </p>
    </>
  );
}

function Processors({ processors }: Pick<LegalFacts, 'processors'>) {
  return (
    <>
      <h2 id="processors">Sub-processors</h2>
      {processors.length === 0 ? (
        <p>No one besides us and our host processes your data.</p>
      ) : (
        <>
          <p>Besides our host, these process data for us:</p>
          <dl>
            {processors.map(({ name, what, url }) => (
              <div key={name}>
                <dt>{url ? <a href={url}>{name}</a> : name}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function Rights({ email }: { email: string }) {
  return (
    <>
      <h2>On what grounds</h2>
      <p>
        We process the data of customers to fulfill our contract with them (GDPR, article 6(1)(b)), bills
        because tax law requires it (6(1)(c)), and security records and counts of views because of our
        legitimate interest, and that of our customers, in a service that is safe and useful (6(1)(f)).
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask what we store about you, and have it corrected, deleted, restricted or handed over; you
        may object; and you may complain to the data protection authority where you live. Much of this you can
        do yourself in the settings: change, export and delete everything. For the rest, write to{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </>
  );
}
