/** True if the screen shows what the device kept instead of what the server says, and from when that is. */

let madeAt: number | null = null;
const listeners = new Set<() => void>();

function setMadeAt(value: number | null): void {
  if (madeAt === value) return;
  madeAt = value;
  for (const listener of listeners) listener();
}

/** The screen has been given something from the copy. */
export const noteCopy = (time: number): void => setMadeAt(time);
/** The server answers. */
export const noteServer = (): void => setMadeAt(null);
export const shownCopy = (): number | null => madeAt;

export function onShownCopy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
