import { Plus } from 'lucide-react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';

/**
 * Marks the place of the next card, to fill a row of three on wide screens; `className` shapes it like its neighbors.
 */
export function RoomForCard({ count, className }: { count: number; className: string }) {
  const left = CARD_LIMIT - count;
  if (count === 0 || left <= 0) return null;
  return (
    <li className={`hidden xl:grid ${className}`}>
      <Link
        to={paths.createCard}
        className="flex flex-col items-center justify-center gap-2 rounded-[inherit] border border-dashed border-control/50 p-6 text-center text-ink-2 transition-colors hover:border-control hover:text-ink"
      >
        <Plus size={20} />
        {left === 1 ? 'Room for one more card' : `Room for ${left} more cards`}
      </Link>
    </li>
  );
}
