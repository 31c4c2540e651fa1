import { useHasWallet } from '#app/cards/cards/use-has-wallet.ts';
import { WalletChoices } from '#app/cards/cards/WalletChoices.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';

export function WalletPart({ card }: SharingProps) {
  const text =
    useHasWallet() === false
      ? 'Wallet passes aren’t set up here.'
      : 'Your card in your phone’s wallet, one tap away even offline.';
  return (
    <SharingPart title="Wallet" text={text}>
      <div className="max-w-lg">
        <WalletChoices card={card} opensWindow={false} />
      </div>
    </SharingPart>
  );
}
