import { Copy, Images, LayoutGrid, Mail, MessageSquare, QrCode, Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { copyLink } from '#app/cards/cards/copy-link.ts';
import { HiddenLine } from '#app/cards/cards/HiddenLine.tsx';
import { useReportShare } from '#app/cards/cards/share.queries.ts';
import { useShareCard } from '#app/cards/cards/share-card.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { NetworkGlyph } from '#app/sharing/part/NetworkGlyph.tsx';
import type { Card } from '#shared/cards/cards.ts';
import { PRODUCT, SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { mailLink, messageLink, shareLink } from '#shared/sharing/share-links.ts';
import { SOCIAL_GLYPHS } from '#site/card/icons.ts';
import { buttonClass } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';

/** Two rows of four, and fewer beside each other with large letters. */
const TILES = 'grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-1';
const TILE =
  'flex min-h-16 flex-col items-center justify-center gap-1.5 rounded-control px-1 py-2 text-center text-sm leading-tight hover:bg-line/50';
const ROW = `${buttonClass('quiet', 'small')} w-full justify-start text-base! font-normal! text-ink!`;

async function sharePortfolio(username: string): Promise<void> {
  const url = new URL(paths.portfolio(username), window.location.origin).href;
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: `${username} · ${PRODUCT}`, url });
      toast({ title: 'Portfolio Shared' });
    } else {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Portfolio Link Copied' });
    }
  } catch (error) {
    // Closing the system's share sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({
      title: 'Share Failed',
      description: 'Unable to share portfolio. Please try again.',
      isError: true,
    });
  }
}

/** The ways to share a card: the link first, then the networks, then all the others. */
export function ShareWays({ card }: { card: Card }) {
  const { data: account } = useAccount();
  return (
    <div className="grid gap-1 p-1">
      <HiddenLine card={card} className="max-w-80 px-2 py-1 text-sm" />
      <DeviceShare card={card} />
      <div className={TILES}>
        <button type="button" className={TILE} onClick={() => void copyLink(card)}>
          <Copy size={20} />
          Copy link
        </button>
        <a className={TILE} href={mailLink(window.location.origin, card)}>
          <Mail size={20} />
          Email
        </a>
        <a className={TILE} href={messageLink(window.location.origin, card)}>
          <MessageSquare size={20} />
          Message
        </a>
        <Link className={TILE} to={paths.codeOf(card.id)}>
          <QrCode size={20} />
          QR code
        </Link>
      </div>
      <Networks card={card} />
      <hr className="my-1 border-line" />
      {account && (
        <button type="button" className={ROW} onClick={() => void sharePortfolio(account.user.username)}>
          <Images size={20} />
          Share portfolio
          {!account.settings.isProfileVisible && <span className="ml-auto text-sm text-ink-2">Hidden</span>}
        </button>
      )}
      <Link to={paths.shareCard(card.id)} className={ROW}>
        <LayoutGrid size={20} />
        All sharing options
      </Link>
    </div>
  );
}

/** The device's own share sheet, where there is one: it knows whom one writes to. */
function DeviceShare({ card }: { card: Card }): ReactNode {
  const { prepare, share } = useShareCard(card);
  if (typeof navigator.share !== 'function') return null;
  return (
    <button type="button" className={ROW} onPointerEnter={prepare} onFocus={prepare} onClick={share}>
      <Share size={20} />
      Share…
    </button>
  );
}

/** Links, because browsers block windows that a script opens after waiting for a response. */
function Networks({ card }: { card: Card }) {
  const tellShared = useReportShare();
  return (
    <div className={TILES}>
      {SHARE_PLATFORMS.map((platform) => (
        <a
          key={platform}
          href={shareLink(platform, window.location.origin, card)}
          target="_blank"
          rel="noopener noreferrer"
          className={TILE}
          onClick={() => tellShared.mutate({ id: card.id, platform })}
        >
          <NetworkGlyph path={SOCIAL_GLYPHS[platform]} />
          {SOCIAL_LABELS[platform]}
        </a>
      ))}
    </div>
  );
}
