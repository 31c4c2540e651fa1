import { WalletChoices } from '#app/cards/cards/WalletChoices.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';

export function WalletPart({ card }: SharingProps) {
  return (
    <SharingPart
      title="Wallet"
      text="Your card in the wallet of your phone, one tap away even without reception."
    >
      <div className="max-w-lg">
        <WalletChoices card={card} opensWindow={false} />
      </div>
    </SharingPart>
  );
}
