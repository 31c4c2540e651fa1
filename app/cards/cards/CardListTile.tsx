import { Ellipsis, ExternalLink, LayoutGrid, Pencil, QrCode, Share2, Trash2, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link, useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { GoldCard } from './GoldCard.tsx';
import { useShareCard } from './share-card.ts';

/** These dialogs contain the QR code renderer, which nobody needs before one is opened. */
const QrDialog = lazyDialog(async () => (await import('./QrDialog.tsx')).QrDialog);
const WalletDialog = lazyDialog(async () => (await import('./WalletDialog.tsx')).WalletDialog);

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface CardListTileProps {
  card: Card;
  /** The card was deleted and restored, and focus returns with it. */
  isRestored: boolean;
  onDelete: () => void;
}

/** One card of the list: whose it is, how it looks, and what its owner can do with it. */
export function CardListTile({ card, isRestored, onDelete }: CardListTileProps) {
  const navigate = useNavigate();
  const tile = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRestored) tile.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
  }, [isRestored]);
  const [dialog, setDialog] = useState<'qr' | 'wallet' | null>(null);
  const { prepare, share } = useShareCard(card);
  const menu = [
    {
      label: 'View',
      icon: <ExternalLink {...icon} />,
      onSelect: () => window.location.assign(paths.publicCard(card.id)),
    },
    { label: 'Edit', icon: <Pencil {...icon} />, onSelect: () => void navigate(paths.editCard(card.id)) },
    { label: 'Share', icon: <Share2 {...icon} />, onSelect: share },
    { label: 'Animated QR', icon: <QrCode {...icon} />, onSelect: () => setDialog('qr') },
    { label: 'Add to Wallet', icon: <Wallet {...icon} />, onSelect: () => setDialog('wallet') },
    {
      label: 'All sharing options',
      icon: <LayoutGrid {...icon} />,
      onSelect: () => void navigate(paths.shareCard(card.id)),
    },
    { label: 'Delete', icon: <Trash2 {...icon} />, isDanger: true, onSelect: onDelete },
  ];
  const menuButton = (
    <Button variant="quiet" size="small" aria-label={`More for ${card.name}`} className="-mr-2 w-10 px-0!">
      <Ellipsis {...icon} size={20} />
    </Button>
  );
  return (
    <article
      ref={tile}
      aria-label={card.name}
      className="flex min-w-0 flex-col rounded-surface border border-line bg-surface p-5"
    >
      <div className="flex items-center gap-3">
        <Avatar name={card.fullName} image={card.profileImage} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium">{card.name}</h2>
          <p className="truncate text-sm text-ink-2">Created {formatDay(card.createdAt)}</p>
        </div>
        <Menu trigger={menuButton} items={menu} />
      </div>
      <GoldCard card={card} />
      <MainActions card={card} onPrepare={prepare} onShare={share} />
      {dialog === 'qr' && <QrDialog card={card} onClose={() => setDialog(null)} />}
      {dialog === 'wallet' && <WalletDialog card={card} onClose={() => setDialog(null)} />}
    </article>
  );
}

interface MainActionsProps {
  card: Card;
  onPrepare: () => void;
  onShare: () => void;
}

function MainActions({ card, onPrepare, onShare }: MainActionsProps) {
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-5">
      <a href={paths.publicCard(card.id)} className={`flex-1 ${buttonClass('secondary', 'small')}`}>
        <ExternalLink {...icon} />
        View
      </a>
      <Link to={paths.editCard(card.id)} className={`flex-1 ${buttonClass('secondary', 'small')}`}>
        <Pencil {...icon} />
        Edit
      </Link>
      <Button
        variant="secondary"
        size="small"
        className="flex-1"
        onPointerEnter={onPrepare}
        onFocus={onPrepare}
        onClick={onShare}
      >
        <Share2 {...icon} />
        Share
      </Button>
    </div>
  );
}
