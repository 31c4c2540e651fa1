import type { ReactNode } from 'react';

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
