import { NotebookPen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { formatTime } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { ContactNote } from '#shared/people/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { TimelineRow } from './TimelineRow.tsx';
import { useAddNote, useChangeNote, useDeleteNote } from './timeline.queries.ts';
import { type CountTyped, useTyped } from './use-typed.ts';

const LeaveDialog = lazyDialog(async () => (await import('#app/frame/LeaveDialog.tsx')).LeaveDialog);
const FIELD = { isLabelHidden: true, maxLength: 5_000 } as const;

interface AddNoteProps {
  contactId: string;
  countTyped: CountTyped;
}

/** The line that takes a note; it can be sent with Ctrl+Enter, too. */
export function AddNote({ contactId, countTyped }: AddNoteProps) {
  const add = useAddNote(contactId);
  const team = useTeamHere();
  const [text, setText] = useState('');
  useTyped(text.trim() !== '', countTyped);
  const form = useRef<HTMLFormElement>(null);
  const save = () => {
    if (!text.trim() || add.isPending) return;
    add.mutate(
      { text },
      {
        onSuccess() {
          // The next note may have been begun while this one was being saved.
          setText((now) => (now === text ? '' : now));
          form.current?.querySelector('textarea')?.focus();
        },
      },
    );
  };
  return (
    <form
      ref={form}
      className="mt-3 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <GrowingText
        {...FIELD}
        label="Add a note"
        placeholder="Add a note"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      {text && (
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p className="text-sm text-ink-2">
            {team
              ? `Everyone in ${team.name} who has this contact sees your notes.`
              : 'Only you see your notes.'}
          </p>
          <Button type="submit" size="small" isPending={add.isPending} pendingLabel="Saving...">
            Add Note
          </Button>
        </div>
      )}
    </form>
  );
}

interface NoteEntryProps {
  note: ContactNote;
  contactId: string;
  isReadOnly: boolean;
  countTyped: CountTyped;
  onGone: () => void;
}

export function NoteEntry({ note, contactId, isReadOnly, countTyped, onGone }: NoteEntryProps) {
  const remove = useDeleteNote(contactId);
  const [isChanging, setIsChanging] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  const items = [
    { label: 'Edit Note', onSelect: () => setIsChanging(true) },
    {
      label: 'Delete Note',
      isDanger: true,
      onSelect: () => remove.mutate(note, { onSuccess: onGone }),
    },
  ];
  const close = () => {
    setIsChanging(false);
    opener.current?.closest('li')?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  return (
    <TimelineRow
      icon={NotebookPen}
      at={note.createdAt}
      when={formatTime(note.createdAt)}
      menu={isReadOnly ? undefined : { label: 'More about the note', items }}
    >
      <div ref={opener}>
        {isChanging ? (
          <NoteForm note={note} contactId={contactId} countTyped={countTyped} onClose={close} />
        ) : (
          <>
            <p className="whitespace-pre-line">{note.text}</p>
            {note.changedAt && <p className="text-sm text-ink-2">Edited</p>}
          </>
        )}
      </div>
    </TimelineRow>
  );
}

interface NoteFormProps {
  note: ContactNote;
  contactId: string;
  countTyped: CountTyped;
  onClose: () => void;
}

function NoteForm({ note, contactId, countTyped, onClose }: NoteFormProps) {
  const change = useChangeNote(contactId);
  const [text, setText] = useState(note.text);
  const isTyped = text !== note.text;
  useTyped(isTyped, countTyped);
  const [isAsked, setIsAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const onSuccess = () => {
    // More may have been typed while this was being saved.
    if (form.current?.querySelector('textarea')?.value === text) onClose();
  };
  return (
    <form
      ref={form}
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) change.mutate({ noteId: note.id, text }, { onSuccess });
      }}
    >
      <GrowingText
        {...FIELD}
        label="The note"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          disabled={!text.trim()}
          isPending={change.isPending}
          pendingLabel="Saving..."
        >
          Save Note
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={change.isPending}
          onClick={() => (isTyped ? setIsAsked(true) : onClose())}
        >
          Cancel
        </Button>
      </div>
      {isAsked && <LeaveDialog onClose={() => setIsAsked(false)} onLeave={onClose} />}
    </form>
  );
}
