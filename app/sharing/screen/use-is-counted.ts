import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { useHidden } from '#app/cards/cards/use-hidden.ts';
import type { SeenCard } from '#shared/cards/cards.ts';

/** True unless nobody else sees the card, or its owner counts no views; a holder is not told what their team does. */
export function useIsCounted(card: SeenCard): boolean {
  const { data: account } = useAccount();
  const isUncounted = account?.user.id === card.userId && !account?.settings.isAnalyticsEnabled;
  return useHidden(card) === null && !isUncounted;
}
