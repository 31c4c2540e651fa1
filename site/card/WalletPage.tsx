import type { PublicCard } from '#shared/cards/cards.ts';
import { QUIET_ZONE, qrMatrix } from '#site/qr/qr.ts';
import { CodeStrokes } from './CodeStrokes.tsx';
import { walletPageCss } from './card-css.ts';
import { Icon } from './Icon.tsx';
import { SidePage } from './SidePage.tsx';

/** A wallet by its name as people know it. */
export type WalletName = 'Apple Wallet' | 'Google Wallet';

export interface WalletPageProps {
  card: PublicCard;
  /** Origin of the page's own address. */
  origin: string;
  /** The wallets this server issues passes for, and where each pass is. */
  offered: { name: WalletName; device: string; href: string }[];
  /** The wallets the visitor may have looked for in vain. */
  missing: WalletName[];
}

/** A card for a phone's wallet, for visitors who were not sent to their phone's own; without scripts. */
export function WalletPage({ card, origin, offered, missing }: WalletPageProps) {
  const hasPass = offered.length > 0;
  const title = hasPass ? 'Add to Wallet' : 'Keep this card';
  const page = `${origin}/card/${card.id}`;
  return (
    <SidePage card={card} title={title} css={walletPageCss(card)}>
      <h1>{title}</h1>
      <p className="lead">
        {hasPass && (
          <>
            Keep <bdi>{card.fullName}</bdi>’s card on your phone. It opens even without a signal.{' '}
          </>
        )}
        {missing.length > 0 && missingWords(missing, hasPass)}
      </p>
      <Ways card={card} offered={offered} />
      <Scan card={card} page={page} hasPass={hasPass} />
      <a className="back" href={`/card/${card.id}`}>
        Back to the card
      </a>
    </SidePage>
  );
}

function Ways({ card, offered }: Pick<WalletPageProps, 'card' | 'offered'>) {
  return (
    <ul className="ways">
      {offered.map(({ name, device, href }) => (
        <li key={name}>
          <a className="action" href={href} rel="nofollow">
            <Icon glyph="wallet" />
            <span>
              {name} ({device})
            </span>
          </a>
        </li>
      ))}
      <li>
        <a className={offered.length > 0 ? 'action quiet' : 'action'} href={`/api/cards/${card.id}/vcard`}>
          <Icon glyph="save" />
          <span>Save Contact</span>
        </a>
      </li>
    </ul>
  );
}

function Scan({ card, page, hasPass }: { card: PublicCard; page: string; hasPass: boolean }) {
  return (
    <div className="scan">
      <Code
        url={hasPass ? `${page}/wallet` : page}
        label={hasPass ? 'QR code of this page' : `QR code of the card of ${card.fullName}`}
      />
      <p>
        {hasPass
          ? 'On a computer? Scan this code with your phone to add it to your wallet.'
          : 'Scan this code to open the card on a phone.'}
      </p>
    </div>
  );
}

/** A sentence on the missing wallets and the alternatives. */
function missingWords(missing: WalletName[], hasPass: boolean): string {
  const names = missing.join(' and ');
  const sentence = `${names} ${missing.length > 1 ? 'aren’t' : 'isn’t'} available here yet.`;
  return hasPass ? sentence : `${sentence} Save the contact instead. It works on any phone.`;
}

function Code({ url, label }: { url: string; label: string }) {
  const rows = qrMatrix(url);
  const side = rows.length + 2 * QUIET_ZONE;
  return (
    <svg role="img" aria-label={label} viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}>
      <CodeStrokes rows={rows} />
    </svg>
  );
}
