import type { Card } from '#shared/cards/cards.ts';

/** The card whose code was held up last on this device; only its public id is kept. */

const KEY = 'shown-card';

/**
 * The one shown last on this device, otherwise the featured one of their own, otherwise the first: a team's card may have
 * been featured before it was the team's, and whoever holds it can't undo that.
 */
export function findFirst(cards: readonly Pick<Card, 'id' | 'isFeatured' | 'teamId'>[]): string {
  const last = lastShown();
  if (cards.some(({ id }) => id === last)) return last;
  const featured = cards.find(({ isFeatured, teamId }) => isFeatured && teamId === undefined);
  return (featured ?? cards[0])?.id ?? '';
}

function lastShown(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function noteShown(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is off: the first card is shown next time.
  }
}
