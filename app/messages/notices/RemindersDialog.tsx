import { useState } from 'react';
import { formatMoment } from '#app/frame/dates.ts';
import { ListDialog } from '#app/frame/ListDialog.tsx';
import type { Reminder } from '#shared/messages/notices.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useReminders, useRemoveReminder } from './notices.queries.ts';
import { ReminderForm } from './ReminderForm.tsx';
import { useSaveToCalendar } from './save-to-calendar.ts';

/** The reminders still to come: moved, taken to a calendar or deleted. */
export function RemindersDialog({ onClose }: { onClose: () => void }) {
  const reminders = useReminders();
  const [changed, setChanged] = useState<Reminder | null>(null);
  if (changed) {
    const person = { id: changed.contactId, fullName: changed.contactName };
    return (
      <Dialog isOpen onClose={onClose} title={`Reminder about ${changed.contactName}`}>
        <ReminderForm person={person} reminder={changed} onDone={() => setChanged(null)} />
      </Dialog>
    );
  }
  return (
    <ListDialog title="Reminders" description="Soonest first." list={reminders} onClose={onClose}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-ink-2">No reminders.</p>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((reminder) => (
              <ReminderRow key={reminder.id} reminder={reminder} onChange={() => setChanged(reminder)} />
            ))}
          </ul>
        )
      }
    </ListDialog>
  );
}

function ReminderRow({ reminder, onChange }: { reminder: Reminder; onChange: () => void }) {
  const remove = useRemoveReminder();
  const save = useSaveToCalendar();
  const { id, contactName, note, at } = reminder;
  const about = `reminder about ${contactName}`;
  return (
    <li className="py-3">
      <p className="wrap-anywhere">
        {contactName} <span className="text-ink-2">{formatMoment(at)}</span>
      </p>
      {note && <p className="text-sm text-ink-2 wrap-anywhere">{note}</p>}
      <div className="-mx-3 flex flex-wrap">
        <Button variant="quiet" size="small" aria-label={`Change ${about}`} onClick={onChange}>
          Change
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Add to Calendar: ${about}`}
          onClick={() => save.mutate(reminder)}
        >
          Add to Calendar
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Delete ${about}`}
          isPending={remove.isPending}
          onClick={() => remove.mutate(id)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
