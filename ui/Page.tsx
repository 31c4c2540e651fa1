import type { ReactNode } from 'react';

/** The title of a screen, and its description. */
export function PageHeader({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <header className="pb-8">
      <h1 className="font-display text-2xl sm:text-3xl">{title}</h1>
      {text && <p className="mt-2 text-ink-2">{text}</p>}
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
