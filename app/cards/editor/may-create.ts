import type { User } from '#shared/account.ts';

/** Whether a user may make cards at a moment: not after an unpaid trial or a paid period has ended. The server decides again. */
export function mayCreateCards(user: User, now: Date): boolean {
  const isOver = (end: string | null) => end !== null && new Date(end) <= now;
  switch (user.subscriptionStatus) {
    case 'expired':
      return false;
    case 'trial':
      return !isOver(user.trialEndsAt);
    case 'cancelled':
      return !isOver(user.subscriptionEndsAt);
    case 'active':
      return true;
  }
}
