import { Copy, Mail, MessageSquare, Share, Smartphone, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { buildMainLink, copyLink } from '#app/cards/cards/copy-link.ts';
import { useShareCard } from '#app/cards/cards/share-card.ts';
import { useHasWallet } from '#app/cards/cards/use-has-wallet.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Card } from '#shared/cards/cards.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';

const WalletDialog = lazyDialog(async () => (await import('#app/cards/cards/WalletDialog.tsx')).WalletDialog);

const IN_ROW = 'justify-start! px-3!';

/** The first ways to hand over a new card. Wallets are offered where a pass can be made. */
export function ReadyActions({ card }: { card: Card }) {
  const [isWalletOpen, setIsWalletOpen] = useState(false);
  const { prepare, share } = useShareCard(card);
  const hasWallet = useHasWallet();
  return (
    <div className="flex flex-col gap-1 md:col-span-2 md:flex-row md:flex-wrap md:items-center xl:col-span-1 xl:flex-col xl:items-stretch xl:self-center">
      <p className="mb-2 text-ink-2 md:mr-3 md:mb-0 xl:mb-2">Hold this up, or:</p>
      <Button className={IN_ROW} onClick={() => void copyLink(card)}>
        <Copy size={18} />
        Copy link
      </Button>
      <Button
        variant="secondary"
        className={`md:hidden ${IN_ROW}`}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={share}
      >
        <Share size={18} />
        Share
      </Button>
      <OnMyPhone card={card} />
      {hasWallet && (
        <Button variant="secondary" className={IN_ROW} onClick={() => setIsWalletOpen(true)}>
          <Wallet size={18} />
          Add to Wallet
        </Button>
      )}
      {isWalletOpen && <WalletDialog card={card} onClose={() => setIsWalletOpen(false)} />}
    </div>
  );
}

/** From a desk, the link goes to the owner's own phone. */
function OnMyPhone({ card }: { card: Card }) {
  const email = useAccount().data?.user.email ?? '';
  const link = encodeURIComponent(buildMainLink(card));
  const subject = encodeURIComponent(`My card: ${card.name}`);
  const row = `${buttonClass('quiet', 'small')} w-full justify-start text-base! font-normal! text-ink!`;
  const trigger = (
    <Button variant="secondary" className={`max-md:hidden ${IN_ROW}`}>
      <Smartphone size={18} />
      Open on my phone
    </Button>
  );
  return (
    <Popover trigger={trigger} label="Open on my phone">
      <a href={`mailto:${encodeURIComponent(email)}?subject=${subject}&body=${link}`} className={row}>
        <Mail size={18} />
        Email me the link
      </a>
      <a href={`sms:?&body=${link}`} className={row}>
        <MessageSquare size={18} />
        Text me the link
      </a>
    </Popover>
  );
}
