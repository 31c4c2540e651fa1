import { Share2 } from 'lucide-react';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { copyLink } from '#app/cards/cards/copy-link.ts';
import { useReportShare } from '#app/cards/cards/share.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { PRODUCT, SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { shareLink } from '#shared/sharing/share-links.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { toast } from '#ui/Toast.tsx';

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

/** The ways to share a card. */
export function SharePopover({ card }: { card: Card }) {
  const user = useUser();
  const tellShared = useReportShare();
  const trigger = (
    <Button variant="quiet" size="small">
      <Share2 size={18} strokeWidth={1.5} aria-hidden="true" />
      Share
    </Button>
  );
  const row = 'w-full justify-start text-base! font-normal! text-ink!';
  return (
    <Popover trigger={trigger} label={`Share ${card.name}`}>
      {SHARE_PLATFORMS.map((platform) => (
        // A link, because browsers block windows that a script opens after waiting for a response.
        <a
          key={platform}
          href={shareLink(platform, window.location.origin, card)}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('quiet', 'small')} ${row}`}
          onClick={() => tellShared.mutate({ id: card.id, platform })}
        >
          {SOCIAL_LABELS[platform]}
        </a>
      ))}
      <hr className="my-1 border-line" />
      <Button variant="quiet" size="small" className={row} onClick={() => void copyLink(card)}>
        Copy link
      </Button>
      {user && (
        <Button
          variant="quiet"
          size="small"
          className={row}
          onClick={() => void sharePortfolio(user.username)}
        >
          Share portfolio
        </Button>
      )}
      <Link to={paths.shareCard(card.id)} className={`${buttonClass('quiet', 'small')} ${row}`}>
        More
      </Link>
    </Popover>
  );
}
