/**
 * The behavior of a toast. Loaded with the first toast; if loading fails, the toast can still be read. No
 * fixed place is free on every screen, so a toast moves away from the controls; it is measured again when the screen
 * changes, but not during scrolling.
 */

/** Elements to press or scan: a toast never covers any of them. */
const UNCOVERED = 'a[href],button,input,select,textarea,label,[role=dialog] img';
const EDGE = 16;
const GAP = 4;
const STEP = 8;

interface Attended {
  /** Runs the toast's action, if it has one; returns whether it had. */
  undo: () => boolean;
  /** Restarts the toast's timer. */
  stayLonger: () => void;
}

/** Takes care of the toast in `box`, which starts where its style puts it; returns a function that stops. */
export function attendToast(box: HTMLElement, { undo, stayLonger }: Attended): () => void {
  let frame = 0;
  const follow = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => moveClear(box));
  };
  const hearKey = (event: KeyboardEvent) => {
    // The toast must not disappear while somebody tabs towards it.
    if (event.key === 'Tab') stayLonger();
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (isUndo && !isTyping(event.target) && undo()) event.preventDefault();
  };
  const screen = new MutationObserver(follow);
  screen.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('resize', follow);
  window.addEventListener('keydown', hearKey);
  moveClear(box);
  return () => {
    cancelAnimationFrame(frame);
    screen.disconnect();
    window.removeEventListener('resize', follow);
    window.removeEventListener('keydown', hearKey);
    box.style.translate = '';
  };
}

/** A field undoes its own typing. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input:not([type=checkbox],[type=radio]),textarea') !== null
  );
}

/** Moves `box` away from its edge of the screen just far enough to cover nothing, or to where it covers least. */
function moveClear(box: HTMLElement): void {
  if (box.matches(':hover, :focus-within') || box.childElementCount === 0) return;
  const moved = Number.parseFloat(box.style.translate.split(' ')[1] ?? '0');
  const { left, right, top, height } = box.getBoundingClientRect();
  const home = top - moved;
  // Nothing behind a dialog can be pressed.
  const screen = document.querySelector('[role=dialog]') ?? document;
  const areas = [...screen.querySelectorAll(UNCOVERED)]
    .filter((element) => !box.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter((area) => area.width > 0 && area.left < right && area.right > left);
  const covered = (at: number) =>
    areas.reduce(
      (sum, area) =>
        sum + Math.max(0, Math.min(area.bottom, at + height + GAP) - Math.max(area.top, at - GAP)),
      0,
    );
  const direction = home < window.innerHeight / 2 ? 1 : -1;
  const room = window.innerHeight - height - EDGE - (direction > 0 ? home : EDGE);
  let best = moved;
  let least = covered(home + moved);
  for (let step = 0; step <= room && least > 0; step += STEP) {
    const covers = covered(home + direction * step);
    if (covers < least) {
      least = covers;
      best = direction * step;
    }
  }
  box.style.translate = `0 ${best}px`;
}
