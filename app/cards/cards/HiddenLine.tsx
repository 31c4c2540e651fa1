import { HIDDEN, type HideableCard, useHidden } from './use-hidden.ts';

interface HiddenLineProps {
  card: HideableCard;
  act?: string;
  className?: string;
}

/** Says where a card is handed over that nobody else can open it now; nothing while everyone can. */
export function HiddenLine({ card, act = 'opens this card', className = '' }: HiddenLineProps) {
  const hidden = useHidden(card);
  return (
    hidden && <p className={className}>{`${HIDDEN[hidden]}. Anyone who ${act} sees “Card Not Found.”`}</p>
  );
}
