/** What `close` leaves behind as the dialog's `returnValue` when Back closed it. */
export const BY_BACK = 'back';
const STEP = 'dialog';

/** The page stands still behind an open dialog, where it was. */
function holdStill(dialog: HTMLDialogElement): void {
  const { style, clientWidth } = document.documentElement;
  // The room of a scroll bar that goes is kept, so that nothing moves sideways.
  if (innerWidth > clientWidth) style.setProperty('scrollbar-gutter', 'stable');
  style.overflow = 'hidden';
  dialog.addEventListener('close', () => style.removeProperty('scrollbar-gutter'), { once: true });
  dialog.addEventListener('close', () => style.removeProperty('overflow'), { once: true });
}

/**
 * Answers what opens the dialog as a step of the history: Back closes it instead of leaving the page, and closing it
 * otherwise takes the step back, so that the next Back leaves at once. A step that was kept, by a reload or by Forward,
 * opens it again.
 */
export function openAsStep(dialog: HTMLDialogElement, onShow: () => void): () => void {
  let isGoingBack = false;
  const isOnStep = () => history.state === STEP;
  const show = () => {
    if (dialog.open) return;
    dialog.returnValue = '';
    dialog.showModal();
    holdStill(dialog);
    onShow();
  };
  dialog.addEventListener('close', () => {
    // Closed once more before the step back was done: a second one would leave the page.
    if (isGoingBack || !isOnStep()) return;
    isGoingBack = true;
    history.back();
  });
  addEventListener('popstate', () => {
    const wasGoingBack = isGoingBack;
    isGoingBack = false;
    if (isOnStep()) show();
    // It was opened again before the step back was done.
    else if (dialog.open && wasGoingBack) history.pushState(STEP, '');
    else if (dialog.open) dialog.close(BY_BACK);
  });
  // Safari before 16 scrolls a page by touch whatever its overflow.
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
