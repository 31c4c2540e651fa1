import { useHealth } from './admin.queries.ts';

/**
 * Things an operator has to do, before a day that is known (Apple Wallet's certificate, the database's version) or at once.
 */
export function OperatorNotices() {
  const { data: health } = useHealth();
  return (
    <>
      <Notice label="Jobs" edge="border-danger/40" title="No process runs jobs" text={health?.jobs} />
      <Notice
        label="Database connections"
        edge="border-danger/40"
        title="The database has too few connections"
        text={health?.connections.isScarce ? health.connections.sentence : null}
      />
      <Notice
        label="Apple Wallet"
        edge="border-danger/40"
        title="Apple Wallet needs a new certificate"
        text={health?.passCertificate}
      />
      <Notice
        label="Database"
        edge="border-gold/50"
        title="The database needs a newer PostgreSQL"
        text={health?.database}
      />
    </>
  );
}

interface NoticeProps {
  label: string;
  edge: string;
  title: string;
  text: string | null | undefined;
}

function Notice({ label, edge, title, text }: NoticeProps) {
  if (!text) return null;
  return (
    <section aria-label={label} className={`mt-8 rounded-surface border ${edge} bg-surface px-5 py-4`}>
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 max-w-prose text-ink-2">{text}</p>
    </section>
  );
}
