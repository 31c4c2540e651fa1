import type { Card } from '#shared/cards/cards.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ShareWays } from './ShareWays.tsx';

export function ShareSheet({ card, onClose }: { card: Card; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={`Share ${card.name}`}>
      <ShareWays card={card} />
    </Dialog>
  );
}
