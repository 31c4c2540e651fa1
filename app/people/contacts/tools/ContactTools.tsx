import { CalendarDays, ListChecks, Users } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { ListState } from '#app/people/contacts/ListToolbar.tsx';
import { News } from '#app/people/contacts/links/News.tsx';
import { NO_TICKS } from '#app/people/contacts/review/choose-unreviewed.ts';
import type { Selection } from '#app/people/contacts/use-selection.ts';
import type { MetEvent } from '#shared/people/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { ListFilters } from './ListFilters.tsx';
import { useAlikeCount, useEndEvent, useEvent } from './tools.queries.ts';

const EventDialog = lazyDialog(async () => (await import('./EventDialog.tsx')).EventDialog);
const AlikeDialog = lazyDialog(async () => (await import('./AlikeDialog.tsx')).AlikeDialog);

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Where the owner meets people at the moment, who may be there twice, how the list is narrowed, and selecting. */
export function ContactTools({ state, selection }: { state: ListState; selection: Selection }) {
  const [dialog, setDialog] = useState<'event' | 'alike' | null>(null);
  const { data: current } = useEvent();
  const { data: alike } = useAlikeCount();
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
      <News />
      {alike && (alike.groups > 0 || alike.isMore) && (
        <Button variant="quiet" size="small" onClick={() => setDialog('alike')}>
          <Users {...ICON} />
          {possibleDuplicates(alike)}
        </Button>
      )}
      <ListFilters state={state} />
      <Button
        variant="quiet"
        size="small"
        aria-pressed={selection.isOn}
        onClick={() => (selection.isOn ? selection.end() : selection.setTicks(NO_TICKS))}
      >
        <ListChecks {...ICON} />
        Select
      </Button>
      {dialog === 'event' && <EventDialog onClose={close} />}
      {dialog === 'alike' && <AlikeDialog onClose={close} />}
    </div>
  );
}

function possibleDuplicates({ groups, isMore }: { groups: number; isMore: boolean }): string {
  if (groups === 1 && !isMore) return '1 possible duplicate';
  // So many contacts that not all of them were compared.
  if (groups === 0) return 'Possible duplicates';
  return `${groups.toLocaleString()}${isMore ? '+' : ''} possible duplicates`;
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
