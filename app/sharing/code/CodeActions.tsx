import { Copy, Share, Wallet } from 'lucide-react';
import { useState } from 'react';
import { copyLink } from '#app/cards/cards/copy-link.ts';
import { useShareCard } from '#app/cards/cards/share-card.ts';
import { useHasWallet } from '#app/cards/cards/use-has-wallet.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Card } from '#shared/cards/cards.ts';

const WalletDialog = lazyDialog(async () => (await import('#app/cards/cards/WalletDialog.tsx')).WalletDialog);
/** On a phone held upright a column under the thumb, otherwise a button in a row. */
const ACTION =
  'flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1.5 rounded-control px-1 text-sm hover:bg-line/50 landscape:min-h-11 landscape:flex-none landscape:flex-row landscape:border landscape:px-4 landscape:text-base landscape:font-medium';
const PLAIN = 'landscape:border-line landscape:hover:border-control landscape:hover:bg-transparent';
const MAIN = 'landscape:border-transparent landscape:bg-ink landscape:text-paper landscape:hover:opacity-85';

/** The other ways to hand over the card. */
export function CodeActions({ card }: { card: Card }) {
  const [isWalletOpen, setIsWalletOpen] = useState(false);
  const hasWallet = useHasWallet();
  const { prepare, share } = useShareCard(card);
  return (
    <div className="flex gap-1 landscape:flex-wrap landscape:gap-2 print:hidden">
      <button type="button" className={`${ACTION} ${MAIN}`} onClick={() => void copyLink(card)}>
        <Copy size={20} />
        Copy link
      </button>
      <button
        type="button"
        className={`${ACTION} ${PLAIN}`}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={share}
      >
        <Share size={20} />
        Share
      </button>
      {hasWallet && (
        <button type="button" className={`${ACTION} ${PLAIN}`} onClick={() => setIsWalletOpen(true)}>
          <Wallet size={20} />
          Add to Wallet
        </button>
      )}
      {isWalletOpen && <WalletDialog card={card} onClose={() => setIsWalletOpen(false)} />}
    </div>
  );
}
