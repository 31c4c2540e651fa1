import { useState } from 'react';
import { FacePicture } from '#app/cards/face/FacePicture.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { formatRole } from '#shared/cards/role.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { HiddenLine } from './HiddenLine.tsx';

/** The scales at which a picture fills a mat: one across a phone, two side by side from 768 px. */
export const IN_MAT =
  '[--scale:0.637] min-[22.5rem]:[--scale:0.74] min-[24.375rem]:[--scale:0.82] min-[25.75rem]:[--scale:0.87] md:[--scale:0.775] lg:[--scale:1.1] xl:[--scale:1.35]';

interface CardMatProps {
  card: Card;
  /** Picture and code stand side by side, both large. */
  isWide: boolean;
}

/** The specification's mini gold card: the card's picture on a gold mat, which names its owner, with its code. */
export function CardMat({ card, isWide }: CardMatProps) {
  const role = formatRole(card);
  return (
    <div
      className={`rounded-card border border-gold/40 bg-[rgb(212_175_55/0.14)] p-[9px] ${isWide ? 'md:flex' : ''} ${IN_MAT}`}
    >
      <FacePicture card={card} className="mx-auto rounded-[13px] md:mx-0" />
      <div
        className={`flex min-w-0 flex-1 flex-wrap items-end justify-between gap-3 p-2 pt-4 ${isWide ? 'md:pl-8' : ''}`}
      >
        <div className="min-w-0 flex-[1_1_8rem]">
          <p className="line-clamp-2 font-display text-lg leading-snug wrap-anywhere">{card.fullName}</p>
          {role && <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-2">{role}</p>}
          <HiddenLine card={card} className="mt-1 text-sm" />
        </div>
        <MatCode card={card} isWide={isWide} />
      </div>
    </div>
  );
}

/** If the code fails to load, the spinner stays and the browser's console says why (section 8). */
function MatCode({ card, isWide }: CardMatProps) {
  const [isDrawn, setIsDrawn] = useState(false);
  return (
    <Link
      to={paths.codeOf(card.id)}
      aria-label={`QR code of ${card.name}`}
      className={`grid size-24 shrink-0 place-items-center overflow-hidden rounded-control bg-white text-[#1a1a1a] ${isWide ? 'md:size-32 lg:size-44 xl:size-56' : ''}`}
    >
      {!isDrawn && (
        <span className="col-start-1 row-start-1">
          <Spinner />
        </span>
      )}
      <img
        src={card.qrCode}
        alt={`QR code of ${card.name}`}
        onLoad={() => setIsDrawn(true)}
        className={`col-start-1 row-start-1 size-full ${isDrawn ? '' : 'invisible'}`}
      />
    </Link>
  );
}
