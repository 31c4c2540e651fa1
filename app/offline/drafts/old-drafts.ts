/** Drafts that earlier releases kept in `localStorage`, readable to everyone at this computer. */

const OLD_DRAFT = 'card-draft:';

export interface OldDraft {
  userId: string;
  /** Null for a card that did not exist yet. */
  cardId: string | null;
  /** The form as it was stored. */
  text: string;
}

/** Removes the drafts of every account from this device and returns them. */
export function removeOldDrafts(): OldDraft[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(OLD_DRAFT));
    return names.map((name) => {
      const [, userId = '', card = 'new'] = name.split(':');
      const text = localStorage.getItem(name) ?? '';
      localStorage.removeItem(name);
      return { userId, cardId: card === 'new' ? null : card, text };
    });
  } catch {
    // Storage is off: there are none.
    return [];
  }
}
