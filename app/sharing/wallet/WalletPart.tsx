import { WalletChoices } from '#app/cards/cards/WalletChoices.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';

export function WalletPart({ card }: SharingProps) {
  return (
    <SharingPart title="Wallet" text="Your card in your phone’s wallet, one tap away even offline.">
      <div className="max-w-lg">
        <WalletChoices card={card} opensWindow={false} />
      </div>
    </SharingPart>
  );
}
