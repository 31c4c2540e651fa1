import type { Card } from '#shared/cards/cards.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Sparkline } from '#ui/Sparkline.tsx';

interface NumbersProps {
  cards: readonly Card[] | undefined;
  contacts: ContactSummary | undefined;
  /** Views on each of the last 30 days; without them only the total is shown. */
  viewsByDay: readonly number[] | undefined;
}

/** The three numbers of the dashboard, two of them with their trend. */
export function Numbers({ cards, contacts, viewsByDay }: NumbersProps) {
  const views = cards?.reduce((sum, card) => sum + card.viewCount, 0);
  return (
    <dl className="grid gap-px overflow-hidden rounded-surface border border-line bg-line grid-cols-3">
      <Count label="Total Cards" value={cards?.length} hint={`of ${CARD_LIMIT} in your account`} />
      <Count label="Contacts" value={contacts?.contacts} trend={contacts?.metByDay} />
      <Count label="Total Views" value={views} trend={viewsByDay} />
    </dl>
  );
}

interface CountProps {
  label: string;
  value: number | undefined;
  hint?: string;
  trend?: readonly number[] | undefined;
}

function Count({ label, value, hint, trend = [] }: CountProps) {
  const recent = trend.reduce((sum, count) => sum + count, 0);
  return (
    <div className="flex flex-col bg-surface p-4 sm:p-6">
      <dt className="text-sm text-ink-2 sm:text-base">{label}</dt>
      {/* One line high: a trend with less than three rem left beside its number wraps out of sight. */}
      <dd className="mt-auto flex h-10 flex-wrap items-end justify-between gap-x-4 overflow-hidden pt-1 sm:h-12">
        <span className="font-display text-2xl font-light tabular-nums sm:text-3xl">
          {value === undefined ? <Skeleton className="h-9 w-12 sm:h-11" /> : value.toLocaleString()}
        </span>
        {recent > 0 && (
          <span className="hidden h-full min-w-12 flex-1 items-end justify-end text-ink-2 sm:flex">
            <Sparkline values={trend} />
          </span>
        )}
      </dd>
      <dd className="mt-1 hidden min-h-5 text-sm text-ink-2 sm:block">
        {recent > 0 ? `${recent.toLocaleString()} in the last ${trend.length} days` : hint}
      </dd>
    </div>
  );
}
