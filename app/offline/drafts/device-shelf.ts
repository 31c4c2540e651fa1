import { onUserCleared, SIGNED_OUT } from '#app/frame/api/session.ts';
import type { DraftContent } from '#shared/cards/drafts.ts';
import { keepOnDevice, removeFromDevice } from './device-drafts.ts';

/** Keeps drafts on the device until someone signs out, in this tab or another one; none stays after that. */
export function createShelf(account: string | undefined, deviceKey: Promise<CryptoKey | null>) {
  const kept = new Set<string>();
  /** One after another, so that the latest state stays. */
  let last: Promise<unknown> = Promise.resolve();
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
    keep(id: string, content: DraftContent | null): Promise<boolean> {
      kept.add(id);
      const draft = { ...(content ?? { isDiscarded: true as const }), id, account: account ?? null };
      const keeping = last.then(async () => {
        const isKept = await keepOnDevice(await deviceKey, draft);
        // It may have been removed while it was encrypted, as when someone signed out.
        if (isClosed || !kept.has(id)) remove(id);
        return isKept && !isClosed;
      });
      last = keeping;
      return keeping;
    },
    stop() {
      window.removeEventListener('storage', onStorage);
      stopListening();
    },
  };
}
