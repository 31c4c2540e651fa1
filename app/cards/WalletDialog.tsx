import { QrCode, Smartphone, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Card } from '#shared/cards.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useWallet, type WalletKind } from './wallet.queries.ts';

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const;

const CHOICES: { kind: WalletKind; label: string; device: string; icon: ReactNode }[] = [
  { kind: 'apple', label: 'Apple Wallet', device: 'iPhone/iPad', icon: <WalletCards {...icon} /> },
  { kind: 'google', label: 'Google Wallet', device: 'Android', icon: <Smartphone {...icon} /> },
  { kind: 'qr', label: 'QR Code', device: 'Image file', icon: <QrCode {...icon} /> },
];

/** A card as a wallet pass or as a picture of its code; one kind is generated at a time. */
export function WalletDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const wallet = useWallet(card);
  const unsigned = wallet.data?.isUnsigned ? wallet.data.kind : null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add to Wallet"
      description={`Keep “${card.name}” where you can show it at once.`}
    >
      <div className="grid gap-2">
        {CHOICES.map((choice) => (
          <Button
            key={choice.kind}
            variant="secondary"
            className="min-h-14 justify-start! px-4! text-left"
            disabled={wallet.isPending}
            onClick={() => wallet.mutate(choice.kind)}
          >
            {choice.icon}
            {wallet.isPending && wallet.variables === choice.kind ? (
              <span>Generating...</span>
            ) : (
              <>
                <span>{choice.label}</span>
                <span className="ml-auto text-sm font-normal text-ink-2">{choice.device}</span>
              </>
            )}
          </Button>
        ))}
      </div>
      <div aria-live="polite">
        {unsigned && (
          <p className="mt-4 rounded-control border border-gold/60 p-3 text-sm">
            This server cannot sign {unsigned === 'apple' ? 'Apple' : 'Google'} Wallet passes yet, so there is
            no pass to save. The QR code works on any phone today.
          </p>
        )}
      </div>
      <p className="mt-4 text-sm text-ink-2">
        Tip: once it is in your wallet, your card stays available offline.
      </p>
    </Dialog>
  );
}
