import type { ReactNode } from 'react';

/** The title of a screen, its description and its actions. */
export function PageHeader({
  title,
  text,
  actions,
}: {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4 pb-8">
      <div>
        <h1 className="font-display text-2xl sm:text-3xl">{title}</h1>
        {text && <p className="mt-2 text-ink-2">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

/** A surface with a hairline border. */
export function Surface({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <section className={`rounded-surface border border-line bg-surface p-5 sm:p-6 ${className}`}>
      {children}
    </section>
  );
}
