import { X } from 'lucide-react';
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { TOAST_MS } from './toast-time.ts';

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  isError?: boolean;
  /** One way on. Ctrl+Z also undoes. */
  action?: { label: 'Undo' | 'Reload'; onPress: () => void };
}

let shown: ToastMessage | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** True while the action that showed the message may still navigate; the message then belongs to the next screen. */
let isArriving = false;
/** Where toasts can appear: the corner of the screen, and above it each open dialog. The last one shows them. */
let lanes: readonly symbol[] = [];
const listeners = new Set<() => void>();

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function showToast(next: ToastMessage | null): void {
  shown = next;
  tellListeners();
}

function openLane(lane: symbol): () => void {
  lanes = [...lanes, lane];
  tellListeners();
  return () => {
    lanes = lanes.filter((other) => other !== lane);
    tellListeners();
  };
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

/**
 * Where toasts appear: mounted once for the screen, and in each dialog, whose status line it is while that is open. Presses go through to what is below, except on the buttons; hovering or focusing a toast stops its timer.
 */
export function Toaster() {
  const [lane] = useState(() => Symbol('lane'));
  useLayoutEffect(() => openLane(lane), [lane]);
  const isLast = useSyncExternalStore(subscribeToToasts, () => lanes.at(-1) === lane);
  const current = useSyncExternalStore(subscribeToToasts, () => shown);
  const message = isLast ? current : null;
  const box = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const isShown = message !== null;
  useEffect(() => {
    if (!isShown) return;
    let stop = () => {};
    let isOver = false;
    const attend = ({ attendToast }: typeof import('./attend-toast.ts')) => {
      if (box.current && !isOver)
        stop = attendToast(box.current, {
          undo: () => shown?.action?.label === 'Undo' && runAction(),
          stay: () => clearTimeout(timer),
          stayLonger: startTimer,
        });
    };
    // Without a network, the message, which may say just that, can still be read.
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
      aria-label={isLast ? 'Notifications' : undefined}
      aria-live="polite"
      className="toaster"
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
    <div className="toast">
      <p>
        <strong className={isError ? 'text-danger' : ''}>{title}</strong>{' '}
        {description && <span>{description}</span>}
      </p>
      {action && (
        <button type="button" onClick={onAct}>
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={onDismiss}>
        <X size={16} />
      </button>
    </div>
  );
}
