/** Which draft belongs to this tab: its id is in `sessionStorage`, which a reload keeps and other tabs do not see. */

const nameOf = (cardId: string | null) => `tab-draft:${cardId ?? 'new'}`;

export function recallTabDraft(cardId: string | null): string | null {
  try {
    return sessionStorage.getItem(nameOf(cardId));
  } catch {
    return null;
  }
}

export function rememberTabDraft(cardId: string | null, id: string | null): void {
  try {
    if (id) sessionStorage.setItem(nameOf(cardId), id);
    else sessionStorage.removeItem(nameOf(cardId));
  } catch {
    // Without storage, a reload finds the draft among those of other tabs.
  }
}
