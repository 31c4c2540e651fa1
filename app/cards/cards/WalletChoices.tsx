import { QrCode, Smartphone, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { Button } from '#ui/Button.tsx';
import { AppleWalletPass } from './AppleWalletPass.tsx';
import { useWallet, type WalletKind } from './wallet.queries.ts';

const CHOICES: { kind: WalletKind; label: string; device: string; icon: ReactNode }[] = [
  { kind: 'apple', label: 'Apple Wallet', device: 'iPhone/iPad', icon: <WalletCards size={20} /> },
  { kind: 'google', label: 'Google Wallet', device: 'Android', icon: <Smartphone size={20} /> },
  { kind: 'qr', label: 'QR Code', device: 'Image file', icon: <QrCode size={20} /> },
];

interface WalletChoicesProps {
  card: Pick<SeenCard, 'id' | 'profileImage' | 'companyLogo'>;
  opensWindow: boolean;
}

/**
 * The three ways to keep a card on a phone, one at a time. A way that this server can't offer says so in its own row,
 * and comes after those that work; the pass is drawn where phones accept it.
 */
export function WalletChoices({ card, opensWindow }: WalletChoicesProps) {
  const { data: account } = useAccount();
  const signsGoogle = account?.abilities.signsGooglePasses ?? true;
  const signsApple = account?.abilities.signsApplePasses ?? true;
  const wallet = useWallet(card.id, { apple: opensWindow, google: signsGoogle, qr: false }, signsApple);
  const signs: Record<WalletKind, boolean> = { apple: signsApple, google: signsGoogle, qr: true };
  const hasPass = signsApple || signsGoogle;
  const worksFirst = [...CHOICES].sort((one, two) => Number(signs[two.kind]) - Number(signs[one.kind]));
  const works = (kind: WalletKind) => signs[kind] && !(kind === 'google' && wallet.data?.isUnsigned);
  return (
    <>
      <div className="grid gap-2">
        {worksFirst.map(({ kind, label, device, icon: sign }) => (
          <Button
            key={kind}
            variant={kind === 'qr' && !hasPass ? 'primary' : 'secondary'}
            className="min-h-14 justify-start! px-4! text-left"
            isPending={wallet.isPending && wallet.variables === kind}
            pendingLabel="Generating..."
            disabled={wallet.isPending && wallet.variables !== kind}
            onClick={() => wallet.mutate(kind)}
          >
            {sign}
            <span className={works(kind) ? '' : 'text-ink-2'}>{label}</span>
            <span
              className={`ml-auto text-right text-sm font-normal whitespace-normal ${kind === 'qr' && !hasPass ? 'opacity-80' : 'text-ink-2'}`}
            >
              {device}
              {!works(kind) && <span className="block">Not set up here</span>}
            </span>
          </Button>
        ))}
      </div>
      <p className="mt-4 text-sm text-ink-2">
        {hasPass
          ? 'Tip: once it’s in your wallet, your card stays available offline.'
          : 'Tip: save the QR code to Photos, and your card stays available offline.'}
      </p>
      {signsApple && <AppleWalletPass card={card} />}
    </>
  );
}
