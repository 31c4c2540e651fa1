import { ExternalLink, Pencil, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { CardObject } from '#app/cards/CardObject.tsx';
import { lazyDialog } from '#app/lazy-dialog.tsx';
import { paths } from '#app/paths.ts';
import type { Card } from '#shared/cards.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { SharePopover } from './SharePopover.tsx';

/** Contains the QR code renderer, which nobody needs before the dialog is opened. */
const QrDialog = lazyDialog(async () => (await import('#app/cards/QrDialog.tsx')).QrDialog);

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A card as an object on the dashboard, with its actions. */
export function CardTile({ card }: { card: Card }) {
  const [isQrOpen, setIsQrOpen] = useState(false);
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
        <Button variant="quiet" size="small" onClick={() => setIsQrOpen(true)}>
          <QrCode {...icon} />
          QR Code
        </Button>
        <SharePopover card={card} />
      </div>
      {isQrOpen && <QrDialog card={card} onClose={() => setIsQrOpen(false)} />}
    </article>
  );
}
