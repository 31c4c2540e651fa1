import type { PublicCard } from '#shared/cards/cards.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { linkLabel } from '#shared/contract/links.ts';
import { Layout } from '../Layout.tsx';
import { hasFilm } from './background/CardBackground.tsx';
import { script as filmScript } from './background/films.client.ts?script';
import { CardFace } from './CardFace.tsx';
import { script } from './card.client.ts?script';
import { cardPageCss, printPath } from './card-css.ts';
import { ExchangeDialog } from './forms/ExchangeDialog.tsx';
import { LeadSection } from './forms/LeadSection.tsx';
import { Icon } from './Icon.tsx';
import { pageClass } from './palette.ts';
import { ShareTags } from './ShareTags.tsx';
import { CardThemeColor } from './ThemeColor.tsx';

export interface CardPageProps {
  card: PublicCard;
  /** Origin of the page's own address. */
  origin: string;
  isExchangeEnabled: boolean;
  /** Nothing that visitors send could be kept, and they are told so before they type. */
  isInboxFull: boolean;
  /** The text that a visitor may agree to get; null if none would be sent. */
  offeredText: string | null;
  isLeadFormOpen: boolean;
  /** Visitors may keep the card in a wallet that this server issues passes for. */
  hasWallet: boolean;
  /** The card is paused or hidden, and the viewer is one of those who see it still: its owner, or in a team several people. */
  stillSeenBy: 'owner' | 'team' | null;
  /** True if this server can mail a receipt. */
  hasReceipts: boolean;
  /** Who gets what a visitor leaves. */
  receivers: string;
}

/** The public card: complete and usable before any script runs. */
export function CardPage({
  card,
  origin,
  isExchangeEnabled,
  isInboxFull,
  offeredText,
  isLeadFormOpen,
  hasWallet,
  stillSeenBy,
  hasReceipts,
  receivers,
}: CardPageProps) {
  const title = [card.fullName, card.jobTitle, card.company].filter(Boolean).join(' · ');
  const form = { card, hasReceipts, receivers };
  return (
    <Layout
      title={title}
      base={cardPageCss(card)}
      bodyClass={pageClass(card)}
      isEdgeToEdge
      head={
        <>
          <CardThemeColor card={card} />
          <ShareTags card={card} origin={origin} title={title} />
        </>
      }
      script={hasFilm(card) ? script + filmScript : script}
    >
      {stillSeenBy && <PausedNotice seenBy={stillSeenBy} />}
      <main data-card={card.id}>
        <CardFace
          card={card}
          actions={<Actions card={card} isExchangeEnabled={isExchangeEnabled} />}
          form={isLeadFormOpen && <LeadSection {...form} isInboxFull={isInboxFull} />}
          code={<PrintCode cardId={card.id} address={`${origin}/card/${card.id}`} />}
        />
      </main>
      {/* After the styles that it overrides. Browsers fetch it last, and wait for nothing. */}
      <link rel="stylesheet" href={printPath(card.template)} media="print" />
      <Footer card={card} hasWallet={hasWallet} />
      {isExchangeEnabled && !isInboxFull && <ExchangeDialog {...form} offeredText={offeredText} />}
      <noscript>
        <img className="unseen" src={`/api/cards/${card.id}/views.gif`} alt="" />
      </noscript>
    </Layout>
  );
}

function Actions({ card, isExchangeEnabled }: Pick<CardPageProps, 'card' | 'isExchangeEnabled'>) {
  return (
    <>
      <a className="action" href={`/api/cards/${card.id}/vcard`} data-save>
        <Icon glyph="save" />
        <span aria-live="polite">Save Contact</span>
      </a>{' '}
      {isExchangeEnabled && (
        <a className="action second" href={`/card/${card.id}/exchange`} data-exchange>
          <Icon glyph="exchange" />
          <span>Exchange Contact</span>
        </a>
      )}
    </>
  );
}

function Footer({ card, hasWallet }: Pick<CardPageProps, 'card' | 'hasWallet'>) {
  return (
    <footer className="foot">
      {hasWallet && (
        <a href={`/card/${card.id}/wallet`} rel="nofollow">
          <Icon glyph="wallet" />
          Add to Wallet
        </a>
      )}
      <a href="/">
        <span>
          Powered by <strong>{PRODUCT}</strong>
        </span>
      </a>
      {/* Motion that starts by itself must be stoppable (WCAG 2.2, 2.2.2), which takes a script, so a script shows it. */}
      {card.backgroundVideo && (
        <button type="button" data-still hidden aria-pressed="false">
          <Icon glyph="pause" />
          Pause background
        </button>
      )}
    </footer>
  );
}

/** Only for paper: the code of the card's address, which the script loads once all else is there. */
function PrintCode({ cardId, address }: { cardId: string; address: string }) {
  return (
    <div className="code" data-to={linkLabel(address)}>
      <img src={`/api/cards/${cardId}/qr.svg?errorCorrection=low`} alt="" loading="lazy" />
    </div>
  );
}

function PausedNotice({ seenBy }: { seenBy: 'owner' | 'team' }) {
  return (
    <p className="notice" role="status">
      <Icon glyph="pause" />
      {seenBy === 'team' ? 'Only its holder and those who run the team' : 'Only you'} can see this card.
      Others see “Card Not Found.”
    </p>
  );
}
