import { QrCode } from 'lucide-react';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { CardInvitation } from '#app/cards/cards/CardInvitation.tsx';
import { MyCards } from '#app/cards/cards/MyCards.tsx';
import type { TileActions } from '#app/cards/cards/MyCardsTile.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PRICE_TAX } from '#app/frame/price-tax.ts';
import { EndedWords } from '#app/money/billing/EndedWords.tsx';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { SharePopover } from './SharePopover.tsx';

/** The user's cards as a tab: the code in its dialog, and the popover of the networks. */
export function CardsTab() {
  return <MyCards Heading="h2" empty={<NoCards />} Actions={CodeAndShare} opensWindow />;
}

function CodeAndShare({ card, onShowCode }: TileActions) {
  return (
    <>
      <Button variant="quiet" size="small" onClick={onShowCode}>
        <QrCode size={18} />
        QR Code
      </Button>
      <SharePopover card={card} />
    </>
  );
}

const LABEL = 'Create Your First Card';

/** The specification lets only paying users create their first card here; others are told why and how to subscribe. */
function NoCards() {
  const user = useUser();
  if (user?.hasPaid) {
    const action = (
      <Link to={paths.createCard} className={buttonClass()}>
        {LABEL}
      </Link>
    );
    return <CardInvitation title="No cards yet" text="Your first card takes two minutes." action={action} />;
  }
  const isTrial = user?.subscriptionStatus === 'trial';
  const price = `$${PRICE_PER_CARD_USD}/month`;
  const action = (
    <div className="flex flex-wrap gap-3">
      <Link to={isTrial ? paths.checkout : paths.subscribe} className={buttonClass()}>
        {isTrial ? 'Go to Checkout: $0 today' : `Subscribe ${price}`}
      </Link>
      <Button variant="secondary" disabled aria-describedby="why-not-yet">
        {LABEL}
      </Button>
    </div>
  );
  const reason = isTrial ? (
    <>
      Add a payment method to unlock this ($0 today), or{' '}
      <Link to={paths.createCard} className="text-gold-ink underline underline-offset-4">
        create a card now
      </Link>
      .
    </>
  ) : (
    <EndedWords needed={`Subscribe for ${price}${PRICE_TAX} to create your first card.`} />
  );
  return (
    <CardInvitation title="No cards yet" text={<span id="why-not-yet">{reason}</span>} action={action} />
  );
}
