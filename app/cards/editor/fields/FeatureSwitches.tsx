import { useHasWallet } from '#app/cards/cards/use-has-wallet.ts';
import { useMayPause } from '#app/cards/cards/use-may-pause.ts';
import { accountHere } from '#app/frame/api/account-here.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { inEditorOrder } from '../card-form.ts';
import { CardSwitch } from './CardField.tsx';
import { LeadCapture } from './LeadCapture.tsx';

const SWITCHES = inEditorOrder(namesOf(CARD_FIELDS, 'switch'));
const NO_WALLET = 'Wallet passes aren’t set up here, so visitors aren’t offered any.';

/** The abilities of a card, each with its switch. */
export function FeatureSwitches() {
  const mayPause = useMayPause();
  const isWithoutWallet = useHasWallet() === false;
  // A team's cards are in no portfolio.
  const isOffered = (name: (typeof SWITCHES)[number]) =>
    (name !== 'isActive' || mayPause) && (name !== 'isFeatured' || !accountHere());
  return SWITCHES.filter(isOffered).map((name) =>
    name === 'leadCaptureEnabled' ? (
      <LeadCapture key={name} />
    ) : (
      <CardSwitch
        key={name}
        name={name}
        hint={name === 'walletEnabled' && isWithoutWallet ? NO_WALLET : undefined}
      />
    ),
  );
}
