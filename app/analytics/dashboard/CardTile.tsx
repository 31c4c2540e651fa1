import { ExternalLink, Pencil, QrCode, Wallet } from 'lucide-react';
import { useState } from 'react';
import { CardObject } from '#app/cards/cards/CardObject.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { SharePopover } from './SharePopover.tsx';

/** Loaded when they are opened. */
const QrDialog = lazyDialog(async () => (await import('#app/cards/cards/QrDialog.tsx')).QrDialog);

const WalletDialog = lazyDialog(async () => (await import('#app/cards/cards/WalletDialog.tsx')).WalletDialog);

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A card as an object on the dashboard, with its actions. */
export function CardTile({ card }: { card: Card }) {
  const [dialog, setDialog] = useState<'qr' | 'wallet' | null>(null);
  return (
    <article aria-label={card.name}>
      <CardObject card={card} />
      <h3 className="mt-4 truncate font-medium">{card.name}</h3>
      <p className="truncate text-sm text-ink-2">
        {[card.fullName, card.company].filter(Boolean).join(', ')}
      </p>
      <div className="mt-2 -ml-3 flex flex-wrap">
        <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
          <ExternalLink {...icon} />
          View
        </a>
        <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
          <Pencil {...icon} />
          Edit
        </Link>
        <Button variant="quiet" size="small" onClick={() => setDialog('qr')}>
          <QrCode {...icon} />
          QR Code
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDialog('wallet')}>
          <Wallet {...icon} />
          Add to Wallet
        </Button>
        <SharePopover card={card} />
      </div>
      {dialog === 'qr' && <QrDialog card={card} onClose={() => setDialog(null)} />}
      {dialog === 'wallet' && <WalletDialog card={card} opensWindow onClose={() => setDialog(null)} />}
    </article>
  );
}
