/** The dialog's `returnValue` when Back closed it. */
export const BY_BACK = 'back';
const STEP = 'dialog';

/** Keeps the page behind an open dialog from scrolling. */
function stopScrolling(dialog: HTMLDialogElement): void {
  const { style, clientWidth } = document.documentElement;
  // Reserve the width of the disappearing scroll bar, so that nothing moves sideways.
  if (innerWidth > clientWidth) style.setProperty('scrollbar-gutter', 'stable');
  style.overflow = 'hidden';
  dialog.addEventListener('close', () => style.removeProperty('scrollbar-gutter'), { once: true });
  dialog.addEventListener('close', () => style.removeProperty('overflow'), { once: true });
}

/**
 * Returns a function that opens the dialog as a history entry: Back closes it instead of leaving the page, and closing
 * it any other way goes back, so that the next Back leaves the page at once. An entry that survived a reload, or that
 * Forward returns to, opens the dialog again. `CloseWatcher` would need no entry, but Safari and Firefox lack it; a
 * fragment in the address would be shared along with the card.
 */
export function openAsStep(dialog: HTMLDialogElement, onShow: () => void): () => void {
  let isGoingBack = false;
  const isOnStep = () => history.state === STEP;
  const show = () => {
    if (dialog.open) return;
    dialog.returnValue = '';
    dialog.showModal();
    stopScrolling(dialog);
    onShow();
  };
  dialog.addEventListener('close', () => {
    // Closed again before going back was finished: going back twice would leave the page.
    if (isGoingBack || !isOnStep()) return;
    isGoingBack = true;
    history.back();
  });
  addEventListener('popstate', () => {
    const wasGoingBack = isGoingBack;
    isGoingBack = false;
    if (isOnStep()) show();
    // It was opened again before going back was finished.
    else if (dialog.open && wasGoingBack) history.pushState(STEP, '');
    else if (dialog.open) dialog.close(BY_BACK);
  });
  // Safari before 16 scrolls the page by touch whatever its overflow.
  const holdTouch = (event: TouchEvent) => {
    const { target, touches } = event;
    const canScroll = dialog.scrollHeight > dialog.clientHeight;
    if (target === dialog && touches.length === 1 && !canScroll) event.preventDefault();
  };
  dialog.addEventListener('touchmove', holdTouch, { passive: false });
  if (isOnStep()) show();
  return () => {
    if (!isOnStep()) history.pushState(STEP, '');
    show();
  };
}
