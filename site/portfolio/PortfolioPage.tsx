import { CARD_FIELDS, HEAD_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import type { PublicCard } from '#shared/cards/cards.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { each, namesOf, pick } from '#shared/contract/field-kinds.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import { CardFace } from '#site/card/CardFace.tsx';
import { cardsCss } from '#site/card/card-css.ts';
import { nameClass } from '#site/card/designs/head-parts.tsx';
import type { FaceFields } from '#site/card/face.ts';
import { describePreview, toScriptJson } from '#site/card/ShareTags.tsx';
import { buildSrcSet, TILE_SIZES } from '#site/card/src-set.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { BlankCard, blankCardCss } from '#site/not-found/BlankCard.tsx';
import { OpenGraph } from '#site/OpenGraph.tsx';
import styles from './portfolio.css?inline';

export interface PortfolioPageProps {
  fullName: string;
  username: string;
  /** Active cards in display order. */
  cards: PublicCard[];
  origin: string;
  /** The profile is hidden, and the viewer is its owner. */
  isHiddenForOwner: boolean;
}

/** One or two cards are centered beside or below the name; more stand in rows. */
const ARRANGEMENTS = ['one', 'one', 'two'];

/** With a letter that the display face lacks, the font would change in the middle of a name. */
const isInDisplayFace = (name: string) => /^[\u0020-\u017e\u2018\u2019]*$/.test(name);

/** Everything a person shows: their cards, each in its own design, and the images of their work. */
export function PortfolioPage(props: PortfolioPageProps) {
  const { fullName, cards, isHiddenForOwner } = props;
  return (
    <Layout
      title={`${fullName} · ${PRODUCT}`}
      base={houseCss}
      css={cardsCss(cards) + blankCardCss + styles}
      head={<PortfolioHead {...props} />}
    >
      {isHiddenForOwner && (
        <p className="notice" role="status">
          Only you can see this page. Others see “Page Not Found.”
        </p>
      )}
      <main className={`wrap ${ARRANGEMENTS[cards.length] ?? 'many'}`}>
        <header className="whois" dir="auto">
          <h1 className={isInDisplayFace(fullName) ? nameClass(fullName) : `${nameClass(fullName)} plain`}>
            {fullName}
          </h1>
          {cards[0]?.bio && (
            <p className="lead" dir="auto">
              {cards[0].bio}
            </p>
          )}
        </header>
        {cards.length === 0 ? (
          <BlankCard>
            <p className="none">No cards here yet.</p>
          </BlankCard>
        ) : (
          <ul className="cards">
            {cards.map((card) => (
              <li key={card.id} className="object">
                <CardFace card={toHead(card)} actions={<CardActions card={card} />} isPreview />
              </li>
            ))}
          </ul>
        )}
        <Work cards={cards} />
      </main>
      <footer>
        <a href="/">
          Powered by <strong>{PRODUCT}</strong>
        </a>
      </footer>
    </Layout>
  );
}

function CardActions({ card }: { card: PublicCard }) {
  const about = card.jobTitle ?? card.company ?? card.fullName;
  return (
    <>
      <a className="action" href={`/card/${card.id}`}>
        <span>
          View Card<span className="unseen"> as {about}</span>
        </span>
      </a>
      <a className="action second" href={`/api/cards/${card.id}/vcard`}>
        <span>
          Save Contact<span className="unseen"> as {about}</span>
        </span>
      </a>
    </>
  );
}

const HEAD_PICTURES = namesOf(pick(CARD_FIELDS, HEAD_FIELD_NAMES), 'media');
const keepOwn = (src: string | null) => (src && isOwnMedia(src) ? src : null);

/** The head of a card; the rest is on the card's own page. Visitors are shown only media that we store. */
function toHead(card: PublicCard): FaceFields {
  const head = { ...EMPTY_CARD, ...pick(card, HEAD_FIELD_NAMES) };
  return { ...head, ...each(HEAD_PICTURES, (name) => keepOwn(card[name])) };
}

/** The portfolio images of all cards, without duplicates. */
function Work({ cards }: { cards: PublicCard[] }) {
  const images = [...new Set(cards.flatMap((card) => card.portfolioImages).filter(isOwnMedia))];
  if (images.length === 0) return null;
  return (
    <section aria-labelledby="work">
      <h2 id="work">Portfolio</h2>
      <ul className="work">
        {images.map((src, index) => (
          <li key={src}>
            <a href={src}>
              <img
                src={src}
                {...buildSrcSet(src, TILE_SIZES)}
                alt={`Portfolio ${index + 1}`}
                loading="lazy"
                width="400"
                height="400"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PortfolioHead({ fullName, username, cards, origin, isHiddenForOwner }: PortfolioPageProps) {
  const url = `${origin}/portfolio/${encodeURIComponent(username)}`;
  const [first] = cards;
  const role = [first?.jobTitle, first?.company].filter(Boolean).join(', ');
  const description = role ? `${fullName}, ${role}` : `The business cards of ${fullName}`;
  const photo = cards.map((card) => keepOwn(card.profileImage)).find(Boolean);
  const person = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: fullName,
      jobTitle: first?.jobTitle ?? undefined,
      worksFor: first?.company ? { '@type': 'Organization', name: first.company } : undefined,
      image: photo ? origin + photo : undefined,
    },
  };
  return (
    <>
      <HouseHead />
      {isHiddenForOwner && <meta name="robots" content="noindex" />}
      <OpenGraph
        type="profile"
        title={fullName}
        description={description}
        url={url}
        image={first && describePreview(first, origin)}
      />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: toScriptJson lets nothing close the element
        dangerouslySetInnerHTML={{ __html: toScriptJson(person) }}
      />
    </>
  );
}
