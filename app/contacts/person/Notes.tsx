import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#app/dates.ts';
import type { WholeContact } from '#shared/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { Textarea } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { useAddNote, useDeleteNote } from './person.queries.ts';

/** What the owner wants to remember, each note with its time. */
export function Notes({ contact }: { contact: WholeContact }) {
  const add = useAddNote(contact.id);
  const remove = useDeleteNote(contact.id);
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
        {contact.datedNotes.toReversed().map((note) => (
          <li key={note.id} className="flex items-start gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="text-sm text-ink-2">
                <time dateTime={note.createdAt}>{formatMoment(note.createdAt)}</time>
                {note.changedAt && ' · changed'}
              </p>
              <p className="mt-1 whitespace-pre-line wrap-anywhere">{note.text}</p>
            </div>
            <Button
              variant="quiet"
              size="small"
              aria-label="Delete the note"
              onClick={() => remove.mutate(note)}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
