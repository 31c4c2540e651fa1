import type { ReactNode } from 'react';
import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import styles from './account-page.css?inline';

interface AccountPageProps {
  title: string;
  /** Styles of this page alone. */
  css?: string;
  children: ReactNode;
}

/** The frame of a page for someone who cannot sign in, or who comes from a mail: the mark, a title, one thing to do. */
export function AccountPage({ title, css = '', children }: AccountPageProps) {
  return (
    <Layout title={`${title} · ${PRODUCT}`} base={houseCss} css={styles + css} head={<HouseHead />}>
      <main className="sheet">
        <a className="brand" href="/">
          <Mark />
          {PRODUCT}
        </a>
        <h1>{title}</h1>
        {children}
      </main>
    </Layout>
  );
}

interface FieldProps {
  id: string;
  name: string;
  label: string;
  type: 'text' | 'password';
  autoComplete: string;
  hint?: string | undefined;
  error?: string | undefined;
  defaultValue?: string | undefined;
}

/** A field with its hint and what is wrong with it. */
export function PageField({ id, label, hint, error, ...input }: FieldProps) {
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        required
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={note && `${id}-note`}
      />
      {note && (
        <p id={`${id}-note`} className={error ? 'error' : 'hint'}>
          {note}
        </p>
      )}
    </div>
  );
}
