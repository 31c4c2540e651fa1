import { formatDay } from '#app/dates.ts';
import { PRICE_PER_CARD_USD, TRIAL_DAYS } from '#shared/constants.ts';
import { Surface } from '#ui/Page.tsx';

/** What is due and when, the full price before anything else. */
export function TrialTerms({ trialEndsAt }: { trialEndsAt: string | null }) {
  const rows = [
    { label: 'Due today', value: '$0' },
    { label: 'Free trial ends', value: trialEndsAt ? formatDay(trialEndsAt) : `after ${TRIAL_DAYS} days` },
    { label: 'After the trial', value: `$${PRICE_PER_CARD_USD} per month per card` },
  ];
  return (
    <Surface>
      <dl className="divide-y divide-line">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink-2">
        Payment arrives with a later release. Your trial runs without a card number, and you can cancel
        anytime.
      </p>
    </Surface>
  );
}
