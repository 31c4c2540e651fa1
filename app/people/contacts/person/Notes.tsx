import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from '#app/frame/dates.ts';
import type { ContactNote, WholeContact } from '#shared/people/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { Textarea } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { useAddNote, useChangeNote, useDeleteNote } from './person.queries.ts';

/** The owner's notes, each with its time. */
export function Notes({ contact }: { contact: WholeContact }) {
  const add = useAddNote(contact.id);
  const [text, setText] = useState('');
  return (
    <Surface>
      <h2 className="font-display text-xl">Notes</h2>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) add.mutate({ text }, { onSuccess: () => setText('') });
        }}
      >
        <Textarea
          label="New note"
          hint="Only you see it."
          maxLength={5_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          disabled={!text.trim()}
          isPending={add.isPending}
          pendingLabel="Saving..."
        >
          Add Note
        </Button>
      </form>
      <ul aria-label="Notes, newest first" className="mt-4 divide-y divide-line">
        {[...contact.datedNotes].reverse().map((note) => (
          <Note key={note.id} note={note} contactId={contact.id} />
        ))}
      </ul>
    </Surface>
  );
}

function Note({ note, contactId }: { note: ContactNote; contactId: string }) {
  const remove = useDeleteNote(contactId);
  const [isChanging, setIsChanging] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsChanging(false);
    opener.current?.focus();
  };
  return (
    <li className="flex items-start gap-1 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-ink-2">
          <time dateTime={note.createdAt}>{formatMoment(note.createdAt)}</time>
          {note.changedAt && ' · changed'}
        </p>
        {isChanging ? (
          <NoteForm note={note} contactId={contactId} onClose={close} />
        ) : (
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{note.text}</p>
        )}
      </div>
      <Button
        ref={opener}
        variant="quiet"
        size="small"
        aria-label="Change the note"
        aria-expanded={isChanging}
        onClick={() => setIsChanging(!isChanging)}
      >
        <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="small" aria-label="Delete the note" onClick={() => remove.mutate(note)}>
        <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </li>
  );
}

interface NoteFormProps {
  note: ContactNote;
  contactId: string;
  onClose: () => void;
}

function NoteForm({ note, contactId, onClose }: NoteFormProps) {
  const change = useChangeNote(contactId);
  const [text, setText] = useState(note.text);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  return (
    <form
      ref={form}
      className="mt-1 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) change.mutate({ noteId: note.id, text }, { onSuccess: onClose });
      }}
    >
      <Textarea
        label="The note"
        isLabelHidden
        maxLength={5_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          disabled={!text.trim()}
          isPending={change.isPending}
          pendingLabel="Saving..."
        >
          Save Note
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
