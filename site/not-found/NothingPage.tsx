import type { ReactNode } from 'react';
import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { BlankCard, blankCardCss } from './BlankCard.tsx';
import styles from './nothing.css?inline';

interface NothingPageProps {
  title: string;
  script?: string;
  /** Search engines leave it out, though it is found. */
  isHidden?: boolean;
  /** One sentence and the ways on. */
  children: ReactNode;
}

/** A page without content: its title is printed on an empty card. */
export function NothingPage({ title, script = '', isHidden = false, children }: NothingPageProps) {
  return (
    <Layout
      title={`${title} · ${PRODUCT}`}
      base={houseCss}
      css={blankCardCss + styles}
      head={
        <>
          {isHidden && <meta name="robots" content="noindex" />}
          <HouseHead />
        </>
      }
      script={script}
    >
      <main className="nothing wrap">
        <BlankCard>
          <h1>{title}</h1>
        </BlankCard>
        <div className="after">{children}</div>
      </main>
    </Layout>
  );
}
