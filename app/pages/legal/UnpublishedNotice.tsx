import { legalPaths } from '#shared/pages/legal-paths.ts';
import { useLegalPages } from './legal.queries.ts';

const PREVIEWS = [
  ['Imprint', legalPaths.imprint],
  ['Terms', legalPaths.terms],
  ['Privacy', legalPaths.privacy],
] as const;

/** For administrators, until the seller is set. */
export function UnpublishedNotice() {
  const pages = useLegalPages();
  if (!pages || pages.imprintUrl) return null;
  return (
    <section
      aria-label="Legal pages"
      className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-gold/50 bg-surface px-5 py-4"
    >
      <div className="max-w-[60ch]">
        <h2 className="font-medium">Your legal pages aren’t published</h2>
        <p className="text-ink-2">
          Set SELLER_NAME, SELLER_ADDRESS and SELLER_EMAIL, and restart the server. Until then only
          administrators see them.
        </p>
      </div>
      <ul className="flex gap-4">
        {PREVIEWS.map(([label, path]) => (
          <li key={path}>
            <a href={path} className="text-gold-ink underline underline-offset-4">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
