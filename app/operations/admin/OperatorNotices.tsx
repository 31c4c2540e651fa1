import { useHealth } from './admin.queries.ts';

/** Things an operator has to do before a day that is known: Apple Wallet's certificate, the database's version. */
export function OperatorNotices() {
  const { data: health } = useHealth();
  return (
    <>
      <Notice
        label="Apple Wallet"
        title="Apple Wallet needs a new certificate"
        text={health?.passCertificate}
      />
      <Notice label="Database" title="The database needs a newer PostgreSQL" text={health?.database} />
    </>
  );
}

function Notice({ label, title, text }: { label: string; title: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <section aria-label={label} className="mt-8 rounded-surface border border-gold/50 bg-surface px-5 py-4">
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 max-w-prose text-ink-2">{text}</p>
    </section>
  );
}
