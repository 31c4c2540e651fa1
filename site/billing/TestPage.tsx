import type { ReactNode } from 'react';
import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import styles from './test-provider.css?inline';

/** The frame of the test provider's pages: nobody may mistake them for a place where money moves. */
export function TestPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Layout title={`${title} · Test mode · ${PRODUCT}`} base={houseCss} css={styles} head={<HouseHead />}>
      <header>
        <p className="test-mode">Test mode: no card is charged and no money moves</p>
      </header>
      <main className="provider">
        <h1>{title}</h1>
        {children}
      </main>
    </Layout>
  );
}

/** The labels and values of a bill. */
export function Rows({ rows }: { rows: { label: string; value: string }[] }) {
  return (
    <dl className="bill">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The card numbers that have a meaning here. */
const TEST_CARDS = [
  { number: '4242 4242 4242 4242', meaning: 'pays' },
  { number: '4000 0000 0000 0002', meaning: 'is declined' },
  { number: '4000 0000 0000 0341', meaning: 'is accepted now and declined when charged' },
];

export function PaymentField({ error }: { error: string | undefined }) {
  return (
    <>
      <label className="card-label" htmlFor="card">
        Card number
      </label>
      <input
        className="card-field"
        id="card"
        name="card"
        inputMode="numeric"
        autoComplete="off"
        required={true}
        aria-describedby={error ? 'card-error cards' : 'cards'}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p className="card-error" id="card-error" role="alert">
          {error}
        </p>
      )}
      <ul className="card-hints" id="cards">
        {TEST_CARDS.map(({ number, meaning }) => (
          <li key={number}>
            {number} {meaning}
          </li>
        ))}
      </ul>
    </>
  );
}
