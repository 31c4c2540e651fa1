import { onUserCleared, SIGNED_OUT } from '#app/frame/api/session.ts';
import type { DraftContent } from '#shared/cards/drafts.ts';
import { keepOnDevice, removeFromDevice } from './device-drafts.ts';

/** Keeps drafts on the device until someone signs out, in this tab or another one; none stays after that. */
export function createShelf(account: string | undefined, deviceKey: Promise<CryptoKey | null>) {
  const kept = new Set<string>();
  let isClosed = false;
  const remove = (id: string) => {
    kept.delete(id);
    removeFromDevice(id);
  };
  const close = () => {
    isClosed = true;
    for (const id of kept) remove(id);
  };
  const onStorage = ({ newValue }: StorageEvent) => newValue === SIGNED_OUT && close();
  window.addEventListener('storage', onStorage);
  const stopListening = onUserCleared((ending) => ending === 'chosen' && close());
  return {
    remove,
    /** Null keeps that it was discarded. Returns false if nothing may be, or can be, kept here. */
    async keep(id: string, content: DraftContent | null): Promise<boolean> {
      kept.add(id);
      const draft = { ...(content ?? { isDiscarded: true as const }), id, account: account ?? null };
      const isKept = await keepOnDevice(await deviceKey, draft);
      // Someone may have signed out while it was encrypted.
      if (isClosed) remove(id);
      return isKept && !isClosed;
    },
    stop() {
      window.removeEventListener('storage', onStorage);
      stopListening();
    },
  };
}
