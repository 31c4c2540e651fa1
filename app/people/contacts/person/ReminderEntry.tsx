import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { useSaveToCalendar } from '#app/messages/notices/save-to-calendar.ts';
import type { TimelineEntry, WholeContact } from '#shared/people/contact-book.ts';
import { TimelineRow } from './TimelineRow.tsx';
import { useDropReminder } from './timeline.queries.ts';

const RemindMe = lazyDialog(async () => (await import('../RemindMe.tsx')).RemindMe);

interface ReminderEntryProps {
  reminder: Extract<TimelineEntry, { type: 'reminder' }>;
  contact: WholeContact;
  onGone: () => void;
}

/** A reminder that is still to come: moved, taken to a calendar or deleted. */
export function ReminderEntry({ reminder, contact, onGone }: ReminderEntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const drop = useDropReminder(contact.id);
  const save = useSaveToCalendar();
  const { id, at, note } = reminder;
  const whole = { id, at, note, contactId: contact.id, contactName: contact.fullName };
  const items = [
    { label: 'Change Reminder', onSelect: () => setIsOpen(true) },
    { label: 'Add to Calendar', onSelect: () => save.mutate(whole) },
    {
      label: 'Delete Reminder',
      isDanger: true,
      onSelect() {
        drop(id);
        onGone();
      },
    },
  ];
  return (
    <TimelineRow
      icon={AlarmClock}
      at={at}
      when={formatMoment(at)}
      menu={{ label: 'More about the reminder', items }}
    >
      <p>{note || 'Reminder'}</p>
      {isOpen && <RemindMe contact={contact} reminder={whole} onClose={() => setIsOpen(false)} />}
    </TimelineRow>
  );
}
