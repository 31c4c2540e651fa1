/**
 * Notes the place that has focus, and returns what gives focus back to it. Once that place is gone, the last heading
 * before it that is left has focus instead of nothing: that of the screen, or of a part of it whose heading takes focus.
 */
export function keepPlace(place: Element | null): () => void {
  if (!(place instanceof HTMLElement)) return () => {};
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2[tabindex="-1"]')].filter(
    (heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return () => {
    place.focus();
    const moved = new AbortController();
    const end = () => {
      observer.disconnect();
      moved.abort();
    };
    const follow = () => {
      if (place.isConnected && document.activeElement === place) return;
      end();
      const heading =
        headings.findLast((one) => one.getClientRects().length > 0) ?? document.querySelector('main');
      // Focus that has moved elsewhere meanwhile stays there.
      if (place.isConnected || document.activeElement !== document.body || !heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, subtree: true });
    // Whoever goes on keeps the place that the browser notes for them, as in a list whose rows go out of sight.
    for (const event of ['keydown', 'pointerdown', 'wheel'])
      window.addEventListener(event, (happened) => isMove(happened) && end(), {
        capture: true,
        signal: moved.signal,
      });
    follow();
  };
}

const MOVING = /^(Tab|Arrow|Page|Home|End| )/;
const isMove = (event: Event): boolean => !(event instanceof KeyboardEvent) || MOVING.test(event.key);
