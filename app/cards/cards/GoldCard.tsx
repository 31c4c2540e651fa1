import { useState } from 'react';
import type { Card } from '#shared/cards/cards.ts';
import { formatRole } from '#shared/cards/role.ts';
import { Spinner } from '#ui/Spinner.tsx';

/** The card in miniature on gold stock, with the QR code of its public address. Like paper, it ignores the theme. */
export function GoldCard({ card }: { card: Card }) {
  const role = formatRole(card);
  return (
    <div className="mt-5 flex aspect-[1.7] items-end justify-between gap-4 rounded-surface border border-gold bg-linear-to-br from-[#f8f1dc] to-[#e9d9a6] p-4 text-[#1a1a1a]">
      <div className="min-w-0 self-stretch">
        <span aria-hidden="true" className="block h-0.5 w-8 bg-[#a8841c]" />
        <p className="mt-4 line-clamp-2 font-display text-lg leading-snug wrap-anywhere">{card.fullName}</p>
        {role && (
          <p className="mt-1 line-clamp-3 text-sm leading-snug text-[#4d4228] wrap-anywhere">{role}</p>
        )}
      </div>
      <TileQr card={card} />
    </div>
  );
}

/** If the code fails to load, the spinner stays and the browser's console says why (section 8). */
function TileQr({ card }: { card: Card }) {
  const [isDrawn, setIsDrawn] = useState(false);
  return (
    <div className="grid size-24 shrink-0 place-items-center rounded-control bg-white sm:size-26">
      {!isDrawn && (
        <span className="col-start-1 row-start-1">
          <Spinner />
        </span>
      )}
      <img
        src={card.qrCode}
        alt={`QR code of ${card.name}`}
        onLoad={() => setIsDrawn(true)}
        className={`col-start-1 row-start-1 size-full rounded-control ${isDrawn ? '' : 'invisible'}`}
      />
    </div>
  );
}
