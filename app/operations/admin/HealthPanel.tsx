import type { ReactNode } from 'react';
import { counted } from '#app/frame/counted.ts';
import { formatAgo } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import type { Health } from '#shared/operations/health.ts';
import { Badge } from '#ui/Badge.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useHealth } from './admin.queries.ts';

/** Payments, and what an operator has to do about them; and how many connections the database has left. */
export function HealthPanel() {
  const { data: health, error, refetch } = useHealth();
  if (error && !health) return <LoadFailed error={error} retry={refetch} />;
  return (
    <>
      <Payments health={health} />
      {health && (
        <section
          aria-labelledby="connections"
          className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-surface border border-line bg-surface px-4 py-3"
        >
          <h2 id="connections" className="font-medium">
            Connections
          </h2>
          <p className="min-w-0 text-sm">{health.connections.sentence}</p>
        </section>
      )}
    </>
  );
}

function Payments({ health }: { health: Health | undefined }) {
  return (
    <section aria-labelledby="payments" className="mt-8 rounded-surface border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <h2 id="payments" className="font-medium">
          Payments
        </h2>
        {health && (
          <Badge tone={health.isHealthy ? 'good' : 'danger'}>
            {health.isHealthy ? 'All good' : counted(health.problems.length, 'problem')}
          </Badge>
        )}
      </div>
      {health ? <Details health={health} /> : <Skeleton className="m-4 h-24" />}
    </section>
  );
}

function Details({ health }: { health: Health }) {
  const { problems, notes, lastEvent, endings, comparison } = health;
  return (
    <>
      <Sentences sentences={problems} tone="text-danger" />
      <Sentences sentences={notes} tone="text-ink-2" />
      <dl className="divide-y divide-line border-t border-line text-sm">
        <Row label="Provider">{describeProvider(health)}</Row>
        {health.price && <Row label="Price">{describePrice(health.price)}</Row>}
        <Row label="Last event">{lastEvent ? formatAgo(lastEvent.at) : 'None yet'}</Row>
        <Row label="Nightly check">{describeComparison(comparison)}</Row>
        {endings.map(({ customerId, userId, since, tries, error }) => (
          <Row key={customerId} label={`To be closed: ${customerId}`}>
            Account {userId ?? 'unknown'}, deleted {formatAgo(since)}, {counted(tries, 'attempt')}
            {error && `. Last answer: ${error}`}
          </Row>
        ))}
      </dl>
      {comparison && comparison.said.length > 0 && (
        <details className="border-t border-line px-4 py-3 text-sm">
          <summary className="cursor-pointer font-medium">
            {counted(comparison.said.length, 'difference')} from the last check
          </summary>
          <ul className="mt-2 grid gap-2 text-ink-2">
            {comparison.said.map((sentence) => (
              <li key={sentence} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Sentences({ sentences, tone }: { sentences: string[]; tone: string }) {
  if (sentences.length === 0) return null;
  return (
    <ul className={`grid gap-2 border-t border-line px-4 py-3 text-sm ${tone}`}>
      {sentences.map((sentence) => (
        <li key={sentence} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function describeProvider({ provider: { name, isLive, isAnswering } }: Health): string {
  if (name === 'test') return 'Built-in test provider, no real charges';
  const mode = isLive === null ? '' : isLive ? ', live mode' : ', test mode';
  return `Stripe${mode}${isAnswering ? '' : ', not answering'}`;
}

function describePrice({ id, checks }: NonNullable<Health['price']>): string {
  const wrong = checks.filter(({ isRight }) => !isRight).length;
  return wrong === 0 ? `${id}, OK` : `${id}, ${counted(wrong, 'setting')} wrong`;
}

function describeComparison(comparison: Health['comparison']): string {
  if (!comparison) return 'None yet';
  const { finishedAt, startedAt, compared, said } = comparison;
  if (finishedAt === null) return `Running since ${formatAgo(startedAt)}`;
  const found = said.length === 0 ? 'no differences' : counted(said.length, 'difference');
  return `${formatAgo(finishedAt)}, ${counted(compared, 'account')}, ${found}`;
}
