import { Ellipsis, ExternalLink, LayoutGrid, Pencil, QrCode, Share2, Trash2, Wallet } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link, useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { CardMat } from './CardMat.tsx';
import { useShareCard } from './share-card.ts';

/** These dialogs contain the QR code renderer, which nobody needs before one is opened. */
const QrDialog = lazyDialog(async () => (await import('./QrDialog.tsx')).QrDialog);
const WalletDialog = lazyDialog(async () => (await import('./WalletDialog.tsx')).WalletDialog);

/** A card's own buttons are given these. */
export interface TileActions {
  card: Card;
  onShowCode: () => void;
  /** Call it when the pointer comes near, and `onShare` in the press itself. */
  onPrepareShare: () => void;
  onShare: () => void;
}

interface MyCardsTileProps {
  card: Card;
  Heading: 'h2' | 'h3';
  /** The picture and the code stand side by side. */
  isWide: boolean;
  /** The card was deleted and restored, and focus returns with it. */
  isRestored: boolean;
  Actions: ComponentType<TileActions>;
  opensWindow?: boolean | undefined;
  onDelete: () => void;
}

/** One of the user's cards: whose it is, how it looks, and what its owner can do with it. */
export function MyCardsTile({
  card,
  Heading,
  isWide,
  isRestored,
  Actions,
  opensWindow = false,
  onDelete,
}: MyCardsTileProps) {
  const tile = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRestored) tile.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
  }, [isRestored]);
  const [dialog, setDialog] = useState<'qr' | 'wallet' | null>(null);
  const { prepare, share } = useShareCard(card);
  return (
    <article ref={tile} aria-label={card.name} className="min-w-0">
      <div className="flex items-center gap-3 pb-4">
        <Avatar name={card.fullName} image={card.profileImage} />
        <div className="min-w-0 flex-1">
          <Heading className="truncate font-medium">{card.name}</Heading>
          <p className="truncate text-sm text-ink-2">Created {formatDay(card.createdAt)}</p>
        </div>
        <TileMenu card={card} onShare={share} onOpen={setDialog} onDelete={onDelete} />
      </div>
      <CardMat card={card} isWide={isWide} />
      <div className="-ml-3 flex flex-wrap pt-2 md:max-lg:[&_svg]:hidden">
        <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
          <ExternalLink size={18} />
          View
        </a>
        <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
          <Pencil size={18} />
          Edit
        </Link>
        <Actions card={card} onShowCode={() => setDialog('qr')} onPrepareShare={prepare} onShare={share} />
      </div>
      {dialog === 'qr' && <QrDialog card={card} onClose={() => setDialog(null)} />}
      {dialog === 'wallet' && (
        <WalletDialog card={card} opensWindow={opensWindow} onClose={() => setDialog(null)} />
      )}
    </article>
  );
}

interface TileMenuProps {
  card: Card;
  onShare: () => void;
  onOpen: (dialog: 'qr' | 'wallet') => void;
  onDelete: () => void;
}

function TileMenu({ card, onShare, onOpen, onDelete }: TileMenuProps) {
  const navigate = useNavigate();
  const items = [
    {
      label: 'View',
      icon: <ExternalLink size={18} />,
      onSelect: () => window.location.assign(paths.publicCard(card.id)),
    },
    { label: 'Edit', icon: <Pencil size={18} />, onSelect: () => void navigate(paths.editCard(card.id)) },
    { label: 'Share', icon: <Share2 size={18} />, onSelect: onShare },
    { label: 'Animated QR', icon: <QrCode size={18} />, onSelect: () => onOpen('qr') },
    { label: 'Add to Wallet', icon: <Wallet size={18} />, onSelect: () => onOpen('wallet') },
    {
      label: 'All sharing options',
      icon: <LayoutGrid size={18} />,
      onSelect: () => void navigate(paths.shareCard(card.id)),
    },
    { label: 'Delete', icon: <Trash2 size={18} />, isDanger: true, onSelect: onDelete },
  ];
  const trigger = (
    <Button variant="quiet" size="small" aria-label={`More for ${card.name}`} className="-mr-2 w-10 px-0!">
      <Ellipsis size={20} />
    </Button>
  );
  return <Menu trigger={trigger} items={items} />;
}
