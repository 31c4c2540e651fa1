import { Plus } from 'lucide-react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import { buttonClass } from '#ui/Button.tsx';

interface NewCardLinkProps {
  label: string;
  /** Unknown until the cards have loaded. */
  count?: number | undefined;
  /** Another button leads the screen. */
  isQuiet?: boolean;
  /** The screen says elsewhere how many are used. */
  isAlone?: boolean;
}

/** "3 of 3 used" once every card is; before that, nothing. */
export const sayFull = (count = 0): string => (count >= CARD_LIMIT ? `${count} of ${CARD_LIMIT} used` : '');

/** The way to another card. With every card used it leads to nothing new, and stands back and says so. */
export function NewCardLink({ label, count = 0, isQuiet, isAlone }: NewCardLinkProps) {
  const isFull = count >= CARD_LIMIT;
  return (
    <>
      {isFull && !isAlone && (
        <span className="self-center text-sm text-ink-2 tabular-nums">{sayFull(count)}</span>
      )}
      <Link to={paths.createCard} className={buttonClass(isFull || isQuiet ? 'secondary' : 'primary')}>
        {label === 'New Card' && <Plus size={18} />}
        {label}
      </Link>
    </>
  );
}
