import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { lazyDialog } from '#app/lazy-dialog.tsx';
import { ContactRow } from './ContactRow.tsx';
import type { Person, PersonDialog } from './people.ts';

/** The dialogs come when they are opened: the list stands without them. */
const FollowUpDialog = lazyDialog(async () => (await import('./FollowUpDialog.tsx')).FollowUpDialog);
const NotesDialog = lazyDialog(async () => (await import('./NotesDialog.tsx')).NotesDialog);
const DeleteDialog = lazyDialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);

/** A row with all lines filled; real heights are measured as rows appear. */
const ROW_HEIGHT = 176;
/** Those heights, for when the list comes back: the place one left must hold the same people. */
let measured: VirtualItem[] = [];

/** The contacts, of which only those on screen are drawn: thousands scroll like ten. */
export function ContactList({ people, onGone }: { people: readonly Person[]; onGone: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [dialog, setDialog] = useState<{ kind: PersonDialog; person: Person } | null>(null);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: people.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => people[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    initialMeasurementsCache: measured,
  });
  useEffect(
    () => () => {
      measured = virtual.takeSnapshot();
    },
    [virtual],
  );
  const open = useCallback((kind: PersonDialog, person: Person) => setDialog({ kind, person }), []);
  const close = () => setDialog(null);
  return (
    <>
      <ul
        ref={list}
        aria-label="Contacts"
        className="relative border-t border-line"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const person = people[index];
          if (!person) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={people.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <ContactRow person={person} onOpen={open} />
            </li>
          );
        })}
      </ul>
      {dialog?.kind === 'followUps' && <FollowUpDialog contact={dialog.person} onClose={close} />}
      {dialog?.kind === 'notes' && <NotesDialog contact={dialog.person} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog person={dialog.person} onClose={close} onDeleted={onGone} />
      )}
    </>
  );
}
