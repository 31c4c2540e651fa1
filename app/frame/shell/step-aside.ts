/** Pixels of scrolling that are meant. */
const STEP = 8;
const ASIDE = 'is-aside';

/**
 * Takes a floating button aside while somebody scrolls down, or has the focus under it, until `signal`. At the end of a
 * screen there is room for it.
 */
export function stepAside(button: Element, signal: AbortSignal): void {
  if (signal.aborted) return;
  let from = 0;
  const scroll = () => {
    const at = Math.max(0, window.scrollY);
    const isAtEnd = at + window.innerHeight >= document.documentElement.scrollHeight - 1;
    if (!isAtEnd && at > 0 && Math.abs(at - from) < STEP) return;
    button.classList.toggle(ASIDE, at > from && !isAtEnd);
    from = at;
  };
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target !== button)
      button.classList.toggle(ASIDE, isOver(button, target));
  };
  window.addEventListener('scroll', scroll, { passive: true, signal });
  document.addEventListener('focusin', focus, { signal });
  scroll();
}

function isOver(element: Element, other: Element): boolean {
  const [a, b] = [element.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
