import { useHealth } from './admin.queries.ts';

/** From 30 days before the certificate of Apple Wallet expires. */
export function CertificateNotice() {
  const { data: health } = useHealth();
  if (!health?.passCertificate) return null;
  return (
    <section
      aria-label="Apple Wallet"
      className="mt-8 rounded-surface border border-danger/40 bg-surface px-5 py-4"
    >
      <h2 className="font-medium">Apple Wallet needs a new certificate</h2>
      <p className="mt-1 max-w-prose text-ink-2">{health.passCertificate}</p>
    </section>
  );
}
