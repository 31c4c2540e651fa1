import { Pencil, QrCode, Share2, SquareArrowOutUpRight } from 'lucide-react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { buttonClass } from '#ui/Button.tsx';
import { CardMat } from './CardMat.tsx';

interface HeldCardGridProps {
  cards: readonly Card[];
  /** Nothing in their team can be changed. */
  isSuspended: boolean;
}

/** Cards that the reader holds of a team, each with its code and the ways to use it. */
export const HeldCardGrid = ({ cards, isSuspended }: HeldCardGridProps) => (
  <ul className="grid gap-x-6 gap-y-10 md:grid-cols-2">
    {cards.map((card) => (
      <li key={card.id}>
        <HeldCard card={card} isSuspended={isSuspended} />
      </li>
    ))}
  </ul>
);

const HeldCard = ({ card, isSuspended }: { card: Card; isSuspended: boolean }) => (
  <article aria-label={card.name} className="min-w-0">
    <CardMat card={card} isWide={false} />
    <div className="-ml-3 flex flex-wrap pt-2">
      <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
        <SquareArrowOutUpRight size={18} />
        View
      </a>
      {!isSuspended && (
        <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
          <Pencil size={18} />
          Edit
        </Link>
      )}
      <Link to={paths.codeOf(card.id)} className={buttonClass('quiet', 'small')}>
        <QrCode size={18} />
        Show Code
      </Link>
      <Link to={paths.shareCard(card.id)} className={buttonClass('quiet', 'small')}>
        <Share2 size={18} />
        Share
      </Link>
    </div>
  </article>
);
