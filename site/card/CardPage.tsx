import type { PublicCard } from '#shared/cards.ts';
import { PRODUCT } from '#shared/constants.ts';
import { Layout } from '../Layout.tsx';
import { CardFace } from './CardFace.tsx';
import { textOn } from './colours.ts';

const CARD_CSS = [
  '.card{background:var(--surface);border:1px solid var(--line);border-radius:22px;overflow:hidden}',
  '.card header{padding:32px 24px;background:var(--one);color:var(--on)}',
  '.card h1{margin:12px 0 4px;font-size:28px}.card header p{margin:4px 0}.card section{padding:8px 24px}.card h2{font-size:17px;margin:16px 0 8px}',
  '.photo{display:inline-flex;width:112px;height:112px;align-items:center;justify-content:center;border-radius:50%;object-fit:cover;background:var(--surface);color:var(--ink);font-size:40px}',
  '.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:20px}.actions .button{flex:1;background:#fff;color:#1a1a1a;border-color:#1a1a1a}',
  '.rows,.tags{list-style:none;margin:0;padding:12px 24px}.rows li{padding:10px 0;border-bottom:1px solid var(--line)}.rows small{display:block;color:var(--ink-2)}',
  '.tags{padding:0;display:flex;flex-wrap:wrap;gap:8px}.tags li{border:1px solid var(--line);border-radius:10px;padding:4px 12px}',
  '.pictures{display:grid;grid-template-columns:1fr 1fr;gap:8px}.pictures img{width:100%;height:auto;aspect-ratio:1;object-fit:cover;border-radius:10px}video{width:100%;border-radius:10px}',
  'address,.bio{white-space:pre-line;font-style:normal}',
  '.classic header{background:none;color:var(--ink);text-align:center;border-bottom:3px double var(--line)}.classic h1{font:small-caps 400 32px/1.2 Georgia,serif}.classic .photo{border:1px solid var(--one)}.classic .rows{text-align:center}',
  '.minimal{border:0;background:none}.minimal header{background:none;color:var(--ink);padding-bottom:20px;border-bottom:2px solid var(--one)}.minimal h1{font-size:clamp(34px,9vw,64px);font-weight:200}.minimal .photo{border-radius:0}',
].join('');

export interface CardPageProps {
  card: PublicCard;
  /** Origin of the page's own links. */
  origin: string;
  isExchangeEnabled: boolean;
  /** The card is paused or hidden, and its owner looks at it. */
  isPausedForOwner: boolean;
}

/** The public card: complete and usable before any script runs. */
export function CardPage({ card, origin, isExchangeEnabled, isPausedForOwner }: CardPageProps) {
  const url = `${origin}/card/${card.id}`;
  const title = [card.fullName, card.jobTitle, card.company].filter(Boolean).join(' · ');
  const colours = `.card{--one:${card.primaryColor};--on:${textOn(card.primaryColor)}}`;
  return (
    <Layout
      title={title}
      css={CARD_CSS + colours}
      head={<ShareTags card={card} url={url} title={title} origin={origin} />}
    >
      <main>
        {isPausedForOwner && <p role="status">Only you can see this card. Others get “Card Not Found”.</p>}
        <CardFace
          card={card}
          actions={
            <>
              <a className="button" href={`/api/cards/${card.id}/vcard`}>
                Save Contact
              </a>
              {isExchangeEnabled && (
                <a className="button" href={`/card/${card.id}/exchange`}>
                  Exchange Contact
                </a>
              )}
            </>
          }
        />
      </main>
      <footer>
        <a href="/">Powered by {PRODUCT}</a>
      </footer>
    </Layout>
  );
}

function ShareTags({
  card,
  url,
  title,
  origin,
}: {
  card: PublicCard;
  url: string;
  title: string;
  origin: string;
}) {
  const description =
    card.tagline ?? card.bio?.slice(0, 160) ?? `The digital business card of ${card.fullName}`;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta name="description" content={description} />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content="summary" />
      {card.profileImage?.startsWith('/media/') && (
        <meta property="og:image" content={origin + card.profileImage} />
      )}
    </>
  );
}
