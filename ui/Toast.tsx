import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  isError?: boolean;
  /** One way back, such as Undo. */
  action?: { label: string; onPress: () => void };
}

const SHOWN_MS = 5_000;
let shown: ToastMessage | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ToastMessage | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function startTimer(): void {
  clearTimeout(timer);
  timer = setTimeout(() => show(null), SHOWN_MS);
}

/** Shows a message for five seconds; a newer one takes its place, so at most one is ever on screen. */
export function toast(message: ToastMessage): void {
  show(message);
  startTimer();
}

/** Where toasts appear; mounted once. Reading (hover, focus) stops the clock. */
export function Toaster() {
  const message = useSyncExternalStore(subscribe, () => shown);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      // On a phone the buttons of a dialog stand where toasts do, so that these move to the top.
      className="pointer-events-auto fixed inset-x-4 bottom-[calc(1rem+var(--dock))] z-60 max-sm:[:root:has([role=dialog])_&]:top-4 max-sm:[:root:has([role=dialog])_&]:bottom-auto sm:left-auto sm:w-96"
      onMouseEnter={() => clearTimeout(timer)}
      onMouseLeave={startTimer}
      onFocus={() => clearTimeout(timer)}
      onBlur={startTimer}
    >
      {message && (
        <div
          data-toast=""
          className="animate-appear flex items-start gap-3 rounded-surface border border-line bg-surface p-4 shadow-float"
        >
          <div className="flex-1 py-1">
            <p className={`font-medium ${message.isError ? 'text-danger' : ''}`}>{message.title}</p>
            {message.description && <p className="text-sm text-ink-2">{message.description}</p>}
          </div>
          {message.action && (
            <button
              type="button"
              className="min-h-8 px-1 font-medium text-gold-ink underline underline-offset-4"
              onClick={() => {
                // First, since the action may have something to say.
                show(null);
                message.action?.onPress();
              }}
            >
              {message.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-line/50"
            onClick={() => show(null)}
          >
            <X size={16} strokeWidth={1.5} />
          </button>
        </div>
      )}
    </section>
  );
}
