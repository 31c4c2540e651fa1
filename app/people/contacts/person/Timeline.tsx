import { useCallback, useReducer, useRef } from 'react';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import { LeaveGuard } from '#app/cards/editor/LeaveGuard.tsx';
import { formatRecentDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { TimelineEntry, WholeContact } from '#shared/people/contact-book.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EventEntry } from './EventEntry.tsx';
import { AddNote, NoteEntry } from './NoteEntry.tsx';
import { ReminderEntry } from './ReminderEntry.tsx';
import { useTimeline } from './timeline.queries.ts';
import type { CountTyped } from './use-typed.ts';

interface Day {
  heading: string;
  entries: TimelineEntry[];
}

/** Reminders are still to come; all else stands under its day. */
const headingOf = (entry: TimelineEntry): string =>
  entry.type === 'reminder' ? 'Coming up' : formatRecentDay(entry.createdAt);

function groupByDay(entries: readonly TimelineEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const heading = headingOf(entry);
    const last = days.at(-1);
    if (last?.heading === heading) last.entries.push(entry);
    else days.push({ heading, entries: [entry] });
  }
  return days;
}

/** Reminders that are to come and all that happened, the latest first, under the line that takes a note. */
export function Timeline({ contact }: { contact: WholeContact }) {
  const pages = useTimeline(contact.id);
  const { rows, error, refetch } = pages;
  const heading = useRef<HTMLHeadingElement>(null);
  const isReadOnly = useIsReadOnly(contact);
  const [typed, countTyped] = useReducer((count: number, by: 1 | -1) => count + by, 0);
  const isGuarding = useCallback(() => typed > 0, [typed]);
  const props = { contact, isReadOnly, countTyped, onGone: () => heading.current?.focus() };
  return (
    <section aria-labelledby="timeline">
      <h2 ref={heading} tabIndex={-1} id="timeline" className="font-display text-xl">
        Timeline
      </h2>
      {!isReadOnly && <AddNote contactId={contact.id} countTyped={countTyped} />}
      <LeaveGuard isGuarding={isGuarding} isDraftKept={false} isFree={typed === 0} onLeave={() => {}} />
      {error && !rows && <LoadFailed error={error} retry={refetch} />}
      {!rows && !error && (
        <div role="status" aria-label="Loading the timeline" className="mt-6 space-y-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      <div aria-busy={pages.isFetching}>
        {groupByDay(rows ?? []).map((day) => (
          <section key={day.heading} className="mt-6">
            <h3 className="text-sm text-ink-2">{day.heading}</h3>
            <ol className="mt-1">
              {day.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} {...props} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <ShowMore pages={pages} label="Show older entries" />
    </section>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  contact: WholeContact;
  isReadOnly: boolean;
  countTyped: CountTyped;
  onGone: () => void;
}

function Entry({ entry, contact, isReadOnly, countTyped, onGone }: EntryProps) {
  switch (entry.type) {
    case 'note':
      return <NoteEntry note={entry} contactId={contact.id} {...{ isReadOnly, countTyped, onGone }} />;
    case 'event':
      return <EventEntry event={entry} />;
    case 'reminder':
      return <ReminderEntry reminder={entry} contact={contact} onGone={onGone} />;
  }
}
