import type { ReactNode } from 'react';
import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import styles from './legal.css?inline';
import type { LegalFacts } from './legal-facts.ts';

interface LegalPageProps {
  title: string;
  facts: LegalFacts;
  children: ReactNode;
}

/** The frame of a legal page: easy to read, easy to print, and one press from the other two. */
export function LegalPage({ title, facts, children }: LegalPageProps) {
  const { imprintUrl, termsUrl, privacyUrl } = facts.links;
  return (
    <Layout title={`${title} · ${PRODUCT}`} base={houseCss} css={styles} head={<HouseHead />}>
      <header className="legal-top">
        <a className="brand" href="/">
          <Mark />
          {PRODUCT}
        </a>
        <nav aria-label="Legal">
          <a href={imprintUrl}>Imprint</a>
          <a href={termsUrl}>Terms</a>
          <a href={privacyUrl}>Privacy</a>
        </nav>
      </header>
      <main className="legal">
        {facts.missing.length > 0 && <Notice missing={facts.missing} />}
        <h1>{title}</h1>
        {children}
      </main>
    </Layout>
  );
}

function Notice({ missing }: Pick<LegalFacts, 'missing'>) {
  return (
    <aside className="notice" aria-label="For administrators">
      <p>
        <strong>Only administrators can see this page.</strong> To publish it, set {missing.join(', ')} and
        restart the server. Have a lawyer read it first: it is a template.
      </p>
    </aside>
  );
}

/** Name and postal address. */
export function SellerAddress({ seller }: Pick<LegalFacts, 'seller'>) {
  return (
    <address>
      {[seller.name, ...seller.address, seller.country].filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <a href={`mailto:${seller.email}`}>{seller.email}</a>
    </address>
  );
}
