import { X } from 'lucide-react';
import { type FocusEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { TOAST_MS } from './toast-time.ts';

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  isError?: boolean;
  /** One way back, such as Undo; Ctrl+Z does the same. */
  action?: { label: string; onPress: () => void };
}

let shown: ToastMessage | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** True while the action that showed the message may still navigate; the message then belongs to the next screen. */
let isArriving = false;
const listeners = new Set<() => void>();

function showToast(next: ToastMessage | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function startTimer(): void {
  clearTimeout(timer);
  timer = setTimeout(() => showToast(null), TOAST_MS);
}

/** Shows a message for five seconds; a newer one replaces it, so at most one is on screen. */
export function toast(message: ToastMessage): void {
  showToast(message);
  startTimer();
  isArriving = true;
  setTimeout(() => {
    isArriving = false;
  });
}

/** Called on navigation: removes the message, unless whatever showed it caused the navigation. */
export function leaveToastBehind(): void {
  if (!isArriving) showToast(null);
}

/** Removes the message first, since the action may show another. */
function runAction(): boolean {
  const action = shown?.action;
  if (!action) return false;
  showToast(null);
  action.onPress();
  return true;
}

/** Where toasts appear; mounted once. Hovering or focusing a toast stops its timer. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToasts, () => shown);
  const box = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const isShown = message !== null;
  useEffect(() => {
    if (!isShown) return;
    let stop = () => {};
    let isOver = false;
    const attend = ({ attendToast }: typeof import('./attend-toast.ts')) => {
      if (box.current && !isOver)
        stop = attendToast(box.current, { undo: runAction, stayLonger: startTimer });
    };
    // Without a network, the message, which may say just that, stays where it is.
    import('./attend-toast.ts').then(attend, () => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [isShown]);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    clearTimeout(timer);
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const press = (answer: () => void) => {
    // The pressed button disappears, and focus must not disappear with it.
    if (before.current instanceof HTMLElement) before.current.focus();
    answer();
  };
  return (
    <section
      ref={box}
      aria-label="Notifications"
      aria-live="polite"
      className="toaster"
      onMouseEnter={() => clearTimeout(timer)}
      onMouseLeave={startTimer}
      onFocus={enter}
      onBlur={startTimer}
    >
      {message && (
        <Message
          message={message}
          onAct={() => press(runAction)}
          onDismiss={() => press(() => showToast(null))}
        />
      )}
    </section>
  );
}

interface MessageProps {
  message: ToastMessage;
  onAct: () => void;
  onDismiss: () => void;
}

function Message({ message: { title, description, isError, action }, onAct, onDismiss }: MessageProps) {
  return (
    <div data-toast="" className="toast">
      <div>
        <p className={isError ? 'text-danger' : ''}>{title}</p>
        {description && <p>{description}</p>}
      </div>
      {action && (
        <button type="button" onClick={onAct}>
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={onDismiss}>
        <X size={16} strokeWidth={1.5} />
      </button>
    </div>
  );
}
