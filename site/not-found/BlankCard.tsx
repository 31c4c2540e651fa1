import type { ReactNode } from 'react';
import { Mark } from '#site/logo/Mark.tsx';
import styles from './blank-card.css?inline';

export const blankCardCss = styles;

/** A card with nothing on it but the mark, where a card or a page would be; `children` are printed on it. */
export function BlankCard({ children }: { children: ReactNode }) {
  return (
    <div className="blank">
      <Mark />
      {children}
    </div>
  );
}
