import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Names the section to styles. */
  kind?: string;
  children: ReactNode;
}

/** A titled part of a card. */
export function Section({ title, kind = '', children }: SectionProps) {
  return (
    <section className={kind || undefined}>
      <h2 className="title">{title}</h2>
      <div className="content">{children}</div>
    </section>
  );
}
