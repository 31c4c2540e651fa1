import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Pages } from '#app/frame/api/pages.ts';
import { formatRecentDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Person } from '#shared/people/contacts.ts';
import { useIsWide } from '#ui/use-media.ts';
import { ContactRow } from './ContactRow.tsx';
import { ListEnd } from './ListEnd.tsx';
import { arriving } from './live/arriving.ts';
import type { PersonDialog } from './people.ts';
import { isTicked } from './review/choose-unreviewed.ts';
import type { Selection } from './use-selection.ts';

/** These dialogs are loaded when they are opened: the list works without them. */
const FollowUpDialog = lazyDialog(
  async () => (await import('#app/people/follow-ups/FollowUpDialog.tsx')).FollowUpDialog,
);
const NotesDialog = lazyDialog(async () => (await import('./NotesDialog.tsx')).NotesDialog);
const RemindMe = lazyDialog(async () => (await import('./RemindMe.tsx')).RemindMe);
const DeleteDialog = lazyDialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);

/** A closed row; real heights are measured as rows appear. */
const ROW_HEIGHT = 66;
/** Rows drawn beyond the screen, once what is on it has been. */
const OVERSCAN = 6;
/** The list loads its next page this many rows before its end, sooner than the user gets there. */
const ROWS_AHEAD = 30;
/** Measured heights, for when the list comes back: the scroll position must show the same people. */
let measured: VirtualItem[] = [];

interface ContactListProps {
  people: readonly Person[];
  pages: Pages<Person>;
  selection: Selection;
  /** How many there are in total, if known. */
  total: number | undefined;
}

/** The contacts; only those on screen are rendered and only those nearby are loaded, so thousands scroll like ten. */
export function ContactList({ people, pages, selection, total }: ContactListProps) {
  const list = useRef<HTMLUListElement>(null);
  const top = useTopOf(list);
  const virtual = useRows(people, top);
  // From this width, a row has columns (`ROW` in `ContactRow.tsx`).
  const isWide = useIsWide();
  const [dialog, setDialog] = useState<{ kind: PersonDialog; person: Person } | null>(null);
  const drawn = virtual.getVirtualItems();
  useLoadingAhead(pages, (drawn.at(-1)?.index ?? 0) + ROWS_AHEAD >= people.length);
  const open = useCallback((kind: PersonDialog, person: Person) => setDialog({ kind, person }), []);
  const close = () => setDialog(null);
  return (
    <>
      <ul
        ref={list}
        aria-label="Contacts"
        aria-busy={pages.isOutdated}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {drawn.map(({ key, index, start }) => {
          const person = people[index];
          if (!person) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              // -1 means that the number is unknown (WAI-ARIA 1.2).
              aria-setsize={total ?? (pages.hasNext ? -1 : people.length)}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <DayHeading person={person} before={people[index - 1]} />
              <div
                className={arriving.has(person.id) ? 'animate-appear' : undefined}
                onAnimationEnd={() => arriving.delete(person.id)}
              >
                <ContactRow
                  person={person}
                  onOpen={open}
                  isWide={isWide}
                  isSelecting={selection.isOn}
                  isTicked={isTicked(selection.ticks, person.id)}
                  onTick={selection.maySelect ? selection.onTick : undefined}
                />
              </div>
            </li>
          );
        })}
      </ul>
      <ListEnd pages={pages} />
      {dialog?.kind === 'followUps' && <FollowUpDialog contact={dialog.person} onClose={close} />}
      {dialog?.kind === 'notes' && <NotesDialog contact={dialog.person} onClose={close} />}
      {dialog?.kind === 'reminder' && <RemindMe contact={dialog.person} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteDialog person={dialog.person} onClose={close} />}
    </>
  );
}

/** The rows near those on screen, below `top`; at first only those on it. */
function useRows(people: readonly Person[], top: number) {
  const virtual = useWindowVirtualizer({
    count: people.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => people[index]?.id ?? index,
    overscan: useDeferredValue(OVERSCAN, 0),
    scrollMargin: top,
    initialMeasurementsCache: measured,
  });
  useEffect(
    () => () => {
      measured = virtual.takeSnapshot();
    },
    [virtual],
  );
  return virtual;
}

/** Over the first person of a day, and of an event: when and where they were met. */
function DayHeading({ person, before }: { person: Person; before: Person | undefined }) {
  const { day, event } = whereMet(person);
  const last = before && whereMet(before);
  const isSameDay = last?.day === day;
  if (isSameDay && last.event === event) return null;
  const place = event || (isSameDay ? 'Elsewhere' : '');
  return (
    <p
      className={`border-b border-line pb-1 text-[0.8125rem] leading-5 wrap-anywhere md:-mx-3 md:px-3 ${before ? 'pt-6' : ''}`}
    >
      <strong className="font-semibold">{day}</strong>
      {place && <span className="text-ink-2"> · {place}</span>}
    </p>
  );
}

const whereMet = ({ createdAt, metEvent, metPlace }: Person) => ({
  day: formatRecentDay(createdAt),
  event: [metEvent, metPlace].filter(Boolean).join(', '),
});

/** The list's offset from the top of the page, kept up to date when content above it unfolds. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const above = list.current?.parentElement;
    if (!above) return;
    const measure = () => setTop(list.current?.offsetTop ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(above);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** Loads the next page while the end of the list is near; a page without any match is followed by the next. */
function useLoadingAhead({ hasNext, isFetching, error, fetchNext }: Pages<Person>, isNearEnd: boolean): void {
  const isWanted = isNearEnd && hasNext && !isFetching && !error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetching depends on what is wanted, not on the function's identity
  useEffect(() => {
    if (isWanted) fetchNext();
  }, [isWanted]);
}
