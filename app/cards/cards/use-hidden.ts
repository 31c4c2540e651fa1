import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import type { SeenCard } from '#shared/cards/cards.ts';

export const HIDDEN = {
  paused: 'This card is paused',
  profile: 'Your profile is hidden',
  team: 'Your team is suspended',
} as const;

export type HideableCard = Pick<SeenCard, 'isActive' | 'userId'>;

/**
 * Why nobody else can open a card now; null while everyone can. A profile is that of the account which the card belongs
 * to: a team's card does not go with the profile of whoever holds it.
 */
export function useHidden(card: HideableCard | undefined): keyof typeof HIDDEN | null {
  const { data: account } = useAccount();
  if (!card) return null;
  const { isActive, userId } = card;
  if (account?.due.teams.some(({ id, isHidden }) => id === userId && isHidden)) return 'team';
  if (!isActive) return 'paused';
  return account?.user.id === userId && account?.settings.isProfileVisible === false ? 'profile' : null;
}
