import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards/cards.ts';
import { Layout } from '../Layout.tsx';
import { pageClass } from './palette.ts';
import { FormThemeColor } from './ThemeColor.tsx';

interface SidePageProps {
  card: PublicCard;
  title: string;
  css: string;
  children: ReactNode;
}

/** A page about a card beside its own, in its colors; search engines leave it out. */
export function SidePage({ card, title, css, children }: SidePageProps) {
  return (
    <Layout
      title={`${title} · ${card.fullName}`}
      base={css}
      bodyClass={pageClass(card)}
      isEdgeToEdge
      head={
        <>
          <meta name="robots" content="noindex" />
          <FormThemeColor card={card} />
        </>
      }
    >
      <main className="sharing">{children}</main>
    </Layout>
  );
}
