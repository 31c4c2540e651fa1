import type { Card } from '#shared/cards/cards.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { HiddenLine } from './HiddenLine.tsx';
import { WalletChoices } from './WalletChoices.tsx';

interface WalletDialogProps {
  card: Card;
  /** True if the Apple pass opens in a window of its own. */
  opensWindow?: boolean;
  onClose: () => void;
}

/** A card as a wallet pass or as an image of its code. */
export function WalletDialog({ card, opensWindow = false, onClose }: WalletDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Add to Wallet" description={`Keep “${card.name}” one tap away.`}>
      <HiddenLine card={card} className="mb-3" />
      <WalletChoices card={card} opensWindow={opensWindow} />
    </Dialog>
  );
}
