/** Pixels of scrolling that are meant. */
const STEP = 8;
/** In a list. */
const NAMES = 'li :is(h2,h3)[dir]';
const LINES = 'li p';
const KEPT_CLEAR = `a,button,input,select,textarea,summary,img,time,a svg,${NAMES},${LINES}`;
/**
 * As much of these as may be covered: a card or a whole row is still pressed beside the button. Codes and names stay
 * whole; of a line below a name, about as much may be covered as it is cut by anyway.
 */
const COVERED_MAX: [parts: string, share: number][] = [
  [`img,${NAMES}`, 0],
  [LINES, 0.35],
  ['*', 0.2],
];
const mostOf = (part: Element) => COVERED_MAX.find(([parts]) => part.matches(parts))?.[1] ?? 0;
/** Places farther left, in pixels, that are tried where the button would lie on something. */
const SHIFTS = [0, 56, 64, 128, 192];

/**
 * Takes a floating button aside, until `signal`, while somebody scrolls down. Where it would lie on a control, a picture,
 * a time or words of a list, it moves to the left of it, and away if there is no room. At the end of a screen there is.
 */
export function stepAside(button: HTMLElement, screen: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  let from = Math.max(0, window.scrollY);
  let isLeaving = false;
  let frame = 0;
  const decide = () => {
    const { x, y, isFloating } = findPlace(button);
    const parts = isFloating ? [...screen.querySelectorAll(KEPT_CLEAR)] : [];
    const isClear = (by: number) =>
      parts.every((part) => shareUnder(x - by, y, button.offsetWidth, part) <= mostOf(part));
    const shift = SHIFTS.find(isClear);
    button.style.marginRight = `${shift ?? 0}px`;
    button.classList.toggle('is-aside', isLeaving || shift === undefined);
  };
  const follow = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(decide);
  };
  const scroll = () => {
    const at = Math.max(0, window.scrollY);
    const isAtEnd = at + window.innerHeight >= document.documentElement.scrollHeight - 1;
    if (!isAtEnd && at > 0 && Math.abs(at - from) < STEP) return;
    isLeaving = at > from && !isAtEnd;
    from = at;
    follow();
  };
  const content = new MutationObserver(follow);
  content.observe(screen, { childList: true, subtree: true, attributeFilter: ['style'] });
  window.addEventListener('scroll', scroll, { passive: true, signal });
  window.addEventListener('resize', follow, { signal });
  document.addEventListener('focusin', follow, { signal });
  signal.addEventListener('abort', () => {
    content.disconnect();
    cancelAnimationFrame(frame);
  });
  decide();
}

/** The lower right corner of the button in its place, also while it is aside. */
function findPlace(button: HTMLElement) {
  const { position, right, bottom } = getComputedStyle(button);
  const { clientWidth } = document.documentElement;
  return {
    x: clientWidth - Number.parseFloat(right),
    y: window.innerHeight - Number.parseFloat(bottom),
    isFloating: position === 'fixed',
  };
}

/** The share of a part, or of its words, that lies under a square of `size` whose lower right corner is at `x`, `y`. */
function shareUnder(x: number, y: number, size: number, part: Element): number {
  const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
  const down = Math.min(bottom, y) - Math.max(top, y - size);
  if (down <= 0) return 0;
  const inner = document.createRange();
  inner.selectNodeContents(part);
  const words = part.matches(`${NAMES},${LINES}`) ? inner.getBoundingClientRect() : { left, right };
  const over = Math.min(right, words.right, x) - Math.max(left, words.left, x - size);
  return over > 0 ? (over * down) / (width * height) : 0;
}
