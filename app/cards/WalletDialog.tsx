import { QrCode, Smartphone, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '#app/auth/auth.queries.ts';
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

/** A card as a wallet pass or as an image of its code; only one is generated at a time. */
export function WalletDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { data: account } = useAccount();
  const isAvailable = {
    apple: account?.abilities.signsApplePasses ?? true,
    google: account?.abilities.signsGooglePasses ?? true,
    qr: true,
  };
  const wallet = useWallet(card, isAvailable);
  const unsigned = wallet.data?.isUnsigned ? wallet.data.kind : null;
  const missing = unsigned ?? (isAvailable.google ? null : 'google');
  const hasPasses = isAvailable.apple || isAvailable.google;
  return (
    <Dialog isOpen onClose={onClose} title="Add to Wallet" description={`Keep “${card.name}” one tap away.`}>
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
                <span className="ml-auto text-right text-sm font-normal whitespace-normal text-ink-2">
                  {choice.device}
                  {!isAvailable[choice.kind] && <span className="block">Not available yet</span>}
                </span>
              </>
            )}
          </Button>
        ))}
      </div>
      <div aria-live="polite">
        {missing && (
          <p className="mt-4 rounded-control border border-gold/60 p-3 text-sm">
            {missing === 'apple' ? 'Apple' : 'Google'} Wallet isn’t available on this server yet. Meanwhile,
            your QR code works on any phone.
          </p>
        )}
      </div>
      <p className="mt-4 text-sm text-ink-2">
        {hasPasses
          ? 'Tip: once it is in your wallet, your card stays available offline.'
          : 'Tip: save the QR code to your photos, and your card stays available offline.'}
      </p>
    </Dialog>
  );
}
