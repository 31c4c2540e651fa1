import type { ReactNode } from 'react';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import { useLegalPages } from './legal.queries.ts';

/** Below a button that makes a contract: what the person agrees to. Nothing if the operator publishes no such pages. */
export function LegalNote({
  act,
  className = '',
}: {
  act: 'registering' | 'subscribing';
  className?: string;
}) {
  const pages = useLegalPages();
  if (!pages) return null;
  const { termsUrl, privacyUrl, imprintUrl } = pages;
  const isOurs = termsUrl === legalPaths.terms;
  return (
    <div className={`space-y-1 text-sm text-ink-2 ${className}`}>
      {termsUrl && (
        <p>
          By {act}, you agree to our <Page href={termsUrl}>Terms</Page>
          {isOurs && (
            <>
              . They include your <Page href={`${termsUrl}#withdrawal`}>right of withdrawal</Page> and our{' '}
              <Page href={`${termsUrl}#refunds`}>refund rule</Page>
            </>
          )}
          .
        </p>
      )}
      {privacyUrl && (
        <p>
          What we store, and how long, is in <Page href={privacyUrl}>Privacy</Page>
          {imprintUrl && (
            <>
              ; who we are is in the <Page href={imprintUrl}>Imprint</Page>
            </>
          )}
          .
        </p>
      )}
    </div>
  );
}

/** In a new tab: what is typed here is not lost. */
function Page({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-gold-ink underline underline-offset-4">
      {children}
    </a>
  );
}
