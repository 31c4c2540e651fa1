import type { ReactNode } from 'react';
import { abbreviateName } from '#site/card/designs/head-parts.tsx';

interface PersonProps {
  fullName: string;
  line: string;
  /** At the end of the row. */
  children: ReactNode;
}

/** A row of a list of contacts, as on the dashboard. */
export function Person({ fullName, line, children }: PersonProps) {
  return (
    <div className="person">
      <i aria-hidden="true">{abbreviateName(fullName)}</i>
      <p>
        <strong>{fullName}</strong> {line}
      </p>
      <small>{children}</small>
    </div>
  );
}
