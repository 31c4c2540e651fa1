import { CalendarDays } from 'lucide-react';
import { formatMoment } from '#app/frame/dates.ts';
import { News } from '#app/people/contacts/links/News.tsx';
import type { MetEvent } from '#shared/people/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { useEndEvent, useEvent } from './event.queries.ts';

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Where the owner meets people at the moment, and news of contacts; nothing where there is neither. */
export function ContactTools() {
  const { data: current } = useEvent();
  return (
    <div className="-mx-3 flex flex-wrap items-center empty:hidden">
      {current?.event && <AtEvent event={current.event} />}
      <News />
    </div>
  );
}

function AtEvent({ event }: { event: MetEvent }) {
  const end = useEndEvent();
  const { name, place, endsAt } = event;
  return (
    <p className="flex items-center pl-3 text-sm">
      <CalendarDays {...ICON} className="shrink-0" />
      <span className="min-w-0 pl-2 wrap-anywhere">
        Now at: {[name, place].filter(Boolean).join(', ')}
        <span className="text-ink-2"> until {formatMoment(endsAt)}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        className="shrink-0"
        isPending={end.isPending}
        onClick={() => end.mutate({ name, place, endsAt })}
      >
        End now
      </Button>
    </p>
  );
}
