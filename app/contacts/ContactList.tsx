import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Contact } from '#shared/contacts.ts';
import { type ContactDialog, ContactRow } from './ContactRow.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { NotesDialog } from './NotesDialog.tsx';

/** A row with all lines filled; real heights are measured as rows appear. */
const ROW_HEIGHT = 176;

/** The contacts, of which only those on screen are drawn: thousands scroll like ten. */
export function ContactList({ contacts, onGone }: { contacts: readonly Contact[]; onGone: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [dialog, setDialog] = useState<{ kind: ContactDialog; contact: Contact } | null>(null);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: contacts.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => contacts[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
  });
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
          const contact = contacts[index];
          if (!contact) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={contacts.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <ContactRow contact={contact} onOpen={(kind) => setDialog({ kind, contact })} />
            </li>
          );
        })}
      </ul>
      {dialog?.kind === 'followUps' && <FollowUpDialog contact={dialog.contact} onClose={close} />}
      {dialog?.kind === 'notes' && <NotesDialog contact={dialog.contact} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog contact={dialog.contact} onClose={close} onDeleted={onGone} />
      )}
    </>
  );
}
