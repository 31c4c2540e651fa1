import { recallUser } from '#app/frame/api/session.ts';

/**
 * Which draft belongs to this tab and to whoever is signed in now: its id is in `sessionStorage`, which a reload keeps and
 * other tabs do not see. With the id of somebody else's, their draft would be taken for sent and removed from the device.
 */
export function tabDraftOf(cardId: string | null) {
  const name = `tab-draft:${recallUser()?.id ?? ''}:${cardId ?? 'new'}`;
  return {
    /** `sentId` is the draft of a save whose answer was lost. */
    recall(): { id: string; sentId: string | null } | null {
      try {
        const [id, sentId = null] = sessionStorage.getItem(name)?.split(' ') ?? [];
        return id ? { id, sentId } : null;
      } catch {
        return null;
      }
    },
    remember(id: string | null, sentId: string | null = null): void {
      try {
        if (id) sessionStorage.setItem(name, sentId ? `${id} ${sentId}` : id);
        else sessionStorage.removeItem(name);
      } catch {
        // Without storage, a reload finds the draft among those of other tabs.
      }
    },
  };
}
