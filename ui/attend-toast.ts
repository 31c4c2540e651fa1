import { isTyping } from './is-typing.ts';

/** The behavior of a toast. Loaded with the first toast; if loading fails, the toast can still be read. */

interface Attended {
  /** Runs the toast's action, if it undoes something; returns whether it did. */
  undo: () => boolean;
  /** Stops the toast's timer. */
  stay: () => void;
  /** Restarts it. */
  stayLonger: () => void;
}

/** Takes care of the toast in `box`; returns a function that stops. */
export function attendToast(box: HTMLElement, { undo, stay, stayLonger }: Attended): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isUnder = false;
  // Presses go through the toast, and so does the pointer: only its place tells that it is there.
  const followPointer = ({ clientX: x, clientY: y }: PointerEvent) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    if (isInside === isUnder) return;
    isUnder = isInside;
    if (isInside) stay();
    else stayLonger();
  };
  const hearKey = (event: KeyboardEvent) => {
    // The toast must not disappear while somebody tabs towards it.
    if (event.key === 'Tab') stayLonger();
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (isUndo && !isTyping(event.target) && undo()) event.preventDefault();
  };
  window.addEventListener('pointermove', followPointer, { signal });
  window.addEventListener('keydown', hearKey, { signal });
  return () => stopped.abort();
}
