import { onUserCleared, SIGNED_OUT } from '#app/frame/api/session.ts';
import { type DeviceDraft, keepOnDevice, removeFromDevice } from './device-drafts.ts';

/** Keeps drafts on the device until someone signs out, in this tab or another one; none stays after that. */
export function createShelf(deviceKey: Promise<CryptoKey | null>) {
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
    /** Returns false if nothing may be, or can be, kept here. */
    async keep(draft: DeviceDraft): Promise<boolean> {
      kept.add(draft.id);
      const isKept = await keepOnDevice(await deviceKey, draft);
      // Someone may have signed out while it was encrypted.
      if (isClosed) remove(draft.id);
      return isKept && !isClosed;
    },
    stop() {
      window.removeEventListener('storage', onStorage);
      stopListening();
    },
  };
}
