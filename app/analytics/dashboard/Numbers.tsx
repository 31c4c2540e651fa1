import type { Card } from '#shared/cards/cards.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';
import { Skeleton } from '#ui/Skeleton.tsx';

interface NumbersProps {
  cards: readonly Card[];
  contacts: ContactSummary | undefined;
  /** Views on each of the last days; without them only the total is shown. */
  viewsByDay: readonly number[] | undefined;
}

/** The three numbers of the dashboard in one line, two of them with their change of the week. */
export function Numbers({ cards, contacts, viewsByDay }: NumbersProps) {
  const views = cards.reduce((sum, card) => sum + card.viewCount, 0);
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-4 min-[24rem]:gap-x-11 sm:gap-x-12">
      <Count label="Total Cards" value={cards.length} hint={`of ${CARD_LIMIT}`} />
      <Count label="Contacts" value={contacts?.contacts} hint={sayWeek(contacts?.metByDay)} />
      <Count label="Total Views" value={views} hint={sayWeek(viewsByDay)} />
    </dl>
  );
}

const WEEK_DAYS = 7;

/** "12 this week"; a week without any says nothing. */
function sayWeek(byDay: readonly number[] = []): string {
  const recent = byDay.slice(-WEEK_DAYS).reduce((sum, count) => sum + count, 0);
  return recent > 0 ? `${recent.toLocaleString()} this week` : '';
}

function Count({ label, value, hint }: { label: string; value: number | undefined; hint: string }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-sm">{label}</dt>
      <dd className="order-first min-h-9 font-display text-2xl leading-9 tabular-nums">
        {value === undefined ? <Skeleton className="h-8 w-12" /> : value.toLocaleString()}
      </dd>
      <dd className="min-h-5 text-sm text-ink-2 tabular-nums">{hint}</dd>
    </div>
  );
}
