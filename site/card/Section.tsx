import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** The section's name in the styles. */
  kind?: string;
  children: ReactNode;
}

/** A titled section of a card. */
export function Section({ title, kind = '', children }: SectionProps) {
  return (
    <section className={kind || undefined}>
      <h2 className="title">{title}</h2>
      <div className="content">{children}</div>
    </section>
  );
}
