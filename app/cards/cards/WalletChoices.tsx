import { QrCode, Smartphone, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { Button } from '#ui/Button.tsx';
import { AppleWalletPass } from './AppleWalletPass.tsx';
import { useWallet, type WalletKind } from './wallet.queries.ts';

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const;

const CHOICES: { kind: WalletKind; label: string; device: string; icon: ReactNode }[] = [
  { kind: 'apple', label: 'Apple Wallet', device: 'iPhone/iPad', icon: <WalletCards {...icon} /> },
  { kind: 'google', label: 'Google Wallet', device: 'Android', icon: <Smartphone {...icon} /> },
  { kind: 'qr', label: 'QR Code', device: 'Image file', icon: <QrCode {...icon} /> },
];

interface WalletChoicesProps {
  card: Pick<SeenCard, 'id' | 'profileImage' | 'companyLogo'>;
  opensWindow: boolean;
}

/** The three ways to keep a card on a phone, one at a time, and the pass as the phone will show it. */
export function WalletChoices({ card, opensWindow }: WalletChoicesProps) {
  const { data: account } = useAccount();
  const signsGoogle = account?.abilities.signsGooglePasses ?? true;
  const signsApple = account?.abilities.signsApplePasses ?? true;
  const wallet = useWallet(card.id, { apple: opensWindow, google: signsGoogle, qr: false });
  const has: Record<WalletKind, boolean> = {
    apple: signsApple,
    google: signsGoogle && !wallet.data?.isUnsigned,
    qr: true,
  };
  const missing = CHOICES.filter(({ kind }) => !has[kind]).map(({ label }) => label);
  return (
    <>
      <div className="grid gap-2">
        {CHOICES.map(({ kind, label, device, icon: sign }) => (
          <Button
            key={kind}
            variant="secondary"
            className="min-h-14 justify-start! px-4! text-left"
            disabled={wallet.isPending}
            onClick={() => wallet.mutate(kind)}
          >
            {sign}
            {wallet.isPending && wallet.variables === kind ? (
              <span>Generating...</span>
            ) : (
              <>
                <span>{label}</span>
                <span className="ml-auto text-right text-sm font-normal whitespace-normal text-ink-2">
                  {device}
                  {!has[kind] && <span className="block">Not available yet</span>}
                </span>
              </>
            )}
          </Button>
        ))}
      </div>
      <div aria-live="polite">
        {missing.length > 0 && (
          <p className="mt-4 rounded-control border border-gold/60 p-3 text-sm">
            {missing.join(' and ')} {missing.length > 1 ? 'aren’t' : 'isn’t'} available here yet. Your QR code
            works on any phone.
          </p>
        )}
      </div>
      <p className="mt-4 text-sm text-ink-2">
        {has.apple || has.google
          ? 'Tip: once it’s in your wallet, your card stays available offline.'
          : 'Tip: save the QR code to Photos, and your card stays available offline.'}
      </p>
      <AppleWalletPass card={card} />
    </>
  );
}
