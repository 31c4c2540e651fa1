import { CalendarDays, ListChecks, Users } from 'lucide-react';
import { useState } from 'react';
import type { ContactFilter } from '#app/contacts/contact-filters.ts';
import { formatMoment } from '#app/dates.ts';
import { lazyDialog } from '#app/lazy-dialog.tsx';
import type { MetEvent } from '#shared/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { useAlike, useEndEvent, useEvent } from './tools.queries.ts';

const EventDialog = lazyDialog(async () => (await import('./EventDialog.tsx')).EventDialog);
const AlikeDialog = lazyDialog(async () => (await import('./AlikeDialog.tsx')).AlikeDialog);
const ChangeAllDialog = lazyDialog(async () => (await import('./ChangeAllDialog.tsx')).ChangeAllDialog);

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Where the owner meets people at the moment, who may be there twice, and changes of everybody in the list. */
export function ContactTools({ search, filter }: { search: string; filter: ContactFilter }) {
  const [dialog, setDialog] = useState<'event' | 'alike' | 'all' | null>(null);
  const { data: current } = useEvent();
  const { data: alike } = useAlike();
  const close = () => setDialog(null);
  return (
    <div className="-mx-3 flex flex-wrap items-center">
      {current?.event ? (
        <AtEvent event={current.event} />
      ) : (
        <Button variant="quiet" size="small" onClick={() => setDialog('event')}>
          <CalendarDays {...ICON} />
          At an event?
        </Button>
      )}
      {alike && alike.length > 0 && (
        <Button variant="quiet" size="small" onClick={() => setDialog('alike')}>
          <Users {...ICON} />
          {alike.length === 1 ? '1 possible duplicate' : `${alike.length} possible duplicates`}
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={() => setDialog('all')}>
        <ListChecks {...ICON} />
        Change all…
      </Button>
      {dialog === 'event' && <EventDialog onClose={close} />}
      {dialog === 'alike' && <AlikeDialog onClose={close} />}
      {dialog === 'all' && <ChangeAllDialog search={search} filter={filter} onClose={close} />}
    </div>
  );
}

function AtEvent({ event }: { event: MetEvent }) {
  const end = useEndEvent();
  const { name, place, endsAt } = event;
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-3 text-sm">
      <CalendarDays {...ICON} />
      <span className="wrap-anywhere">
        Now at: {[name, place].filter(Boolean).join(', ')}
        <span className="text-ink-2"> until {formatMoment(endsAt)}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        isPending={end.isPending}
        onClick={() => end.mutate({ name, place, endsAt })}
      >
        End it now
      </Button>
    </p>
  );
}
