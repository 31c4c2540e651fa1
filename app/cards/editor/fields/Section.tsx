import type { ReactNode } from 'react';

/** A titled section of a tab, with a hairline above it unless it is the first. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="border-line not-first:mt-8 not-first:border-t not-first:pt-8">
      <h2 className="font-display text-lg">{title}</h2>
      {hint && <p className="mt-1 text-sm text-ink-2">{hint}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
