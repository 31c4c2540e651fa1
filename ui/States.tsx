import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** An invitation in place of an empty list: title, one sentence, one action. */
export function EmptyState({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center rounded-surface border border-dashed border-control/40 px-6 py-14 text-center">
      <h2 className="font-display text-xl">{title}</h2>
      <p className="mt-2 max-w-md text-balance text-ink-2">{text}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** One sentence about what failed, and one way out. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <p className="max-w-md text-balance">{message}</p>
      {onRetry && (
        <Button variant="secondary" className="mt-5" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
