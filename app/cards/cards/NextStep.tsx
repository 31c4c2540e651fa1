import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { buttonClass } from '#ui/Button.tsx';
import { useAllCards } from './cards.queries.ts';

/** The one step that fills an empty list: share a card, one's own or held, create the first one, or subscribe to be able to. */
export function NextStep() {
  const user = useUser();
  const { data: cards } = useAllCards();
  if (!cards) return null;
  const [to, label] =
    cards.length > 0
      ? [paths.cards, 'Share a card']
      : user?.subscriptionStatus === 'expired'
        ? [paths.subscribe, `Subscribe $${PRICE_PER_CARD_USD}/month`]
        : [paths.createCard, 'Create your first card'];
  return (
    <Link to={to} className={buttonClass()}>
      {label}
    </Link>
  );
}
