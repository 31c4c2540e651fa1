import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { urlOf } from '#app/api/call.ts';
import { paths } from '#app/paths.ts';
import type { Card } from '#shared/cards.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SharePopover } from './SharePopover.tsx';

/** A card as an object on the desk, with what one does with it. */
export function CardTile({ card }: { card: Card }) {
  const [isQrOpen, setIsQrOpen] = useState(false);
  return (
    <article>
      <div className="relative flex aspect-[1.6] flex-col justify-between overflow-hidden rounded-card border border-line bg-surface p-6">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-0 w-1.5"
          style={{ background: card.primaryColor }}
        />
        <div className="flex items-start justify-between gap-3">
          <p className="text-sm text-ink-2">{card.name}</p>
          <Avatar name={card.fullName} image={card.profileImage} />
        </div>
        <div>
          <h3 className="truncate font-display text-xl">{card.fullName}</h3>
          <p className="truncate text-ink-2">{card.company}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-1">
        <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
          View
        </a>
        <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
          Edit
        </Link>
        <Button variant="quiet" size="small" onClick={() => setIsQrOpen(true)}>
          <QrCode size={18} strokeWidth={1.5} aria-hidden="true" />
          QR Code
        </Button>
        <SharePopover card={card} />
      </div>
      <Dialog
        isOpen={isQrOpen}
        onClose={() => setIsQrOpen(false)}
        title={card.fullName}
        description="Scan to open this card."
      >
        <img
          src={urlOf('GET /api/cards/{id}/qr.svg', { params: { id: card.id } })}
          alt={`QR code of ${card.name}`}
          className="mx-auto size-72 max-w-full rounded-control bg-white"
        />
        <div className="mt-5 text-center">
          <a
            href={urlOf('GET /api/cards/{id}/qr.png', { params: { id: card.id }, query: { size: 1024 } })}
            download={`${card.fullName}_QR_Code.png`}
            className={buttonClass()}
          >
            Download
          </a>
        </div>
      </Dialog>
    </article>
  );
}
