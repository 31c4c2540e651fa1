import { formatDay } from '#app/frame/dates.ts';
import { formatMoney, formatTax } from '#shared/formats/money.ts';
import type { Billing } from '#shared/money/billing.ts';
import { Surface } from '#ui/Page.tsx';
import { saySum, sayUnitPrice } from './billing-words.ts';
import { useSpeech } from './use-speech.ts';

/** The whole bill of a checkout, shown before any form: today, at the end of the trial, and every month after it. */
export function Bill({ billing }: { billing: Billing }) {
  const speech = useSpeech();
  const { quote, price, quantity } = billing;
  const { dueTodayCents, trialEndsAt } = quote;
  const unitPrice = sayUnitPrice(billing);
  const rows = [
    ...(trialEndsAt ? [{ label: 'Free trial ends', value: formatDay(trialEndsAt) }] : []),
    ...(unitPrice ? [{ label: trialEndsAt ? 'Then' : 'Price', value: unitPrice }] : []),
    // With one card, the sum is its price.
    ...(unitPrice && trialEndsAt && quantity === 1
      ? []
      : [{ label: trialEndsAt ? 'After the trial' : 'You pay', value: saySum(billing) }]),
  ];
  return (
    <Surface>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pb-4">
        <h2 className="text-lg font-medium">Due today</h2>
        <p className="font-display text-3xl tabular-nums">
          {formatMoney(dueTodayCents, price.currency)}
          {dueTodayCents > 0 && <span className="text-base">{formatTax(price)}</span>}
        </p>
      </div>
      <Facts rows={rows} />
      <p className="mt-4 text-ink-2">{speech.terms(trialEndsAt ? 'trial or month' : 'month')}</p>
    </Surface>
  );
}

/** Labels and values in rows, with a hairline above unless nothing precedes them. */
export function Facts({
  rows,
  isOnTop = false,
}: {
  rows: { label: string; value: string }[];
  isOnTop?: boolean;
}) {
  return (
    <dl className={`divide-y divide-line ${isOnTop ? '' : 'border-t border-line'}`}>
      {rows.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shown wherever someone might reach for a real card. */
export function TestModeNote() {
  return <p className="mt-4 text-sm text-ink-2">Test mode: no card is charged.</p>;
}
