import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import { useReminders } from './notices.queries.ts';

const RemindersDialog = lazyDialog(async () => (await import('./RemindersDialog.tsx')).RemindersDialog);

/** The next reminder, and the way to all of them; nothing without one. */
export function UpcomingReminders() {
  const [isOpen, setIsOpen] = useState(false);
  const { data: reminders = [] } = useReminders();
  const [next] = reminders;
  if (!next && !isOpen) return null;
  return (
    <section
      aria-label="Reminders"
      className="mb-6 flex gap-x-4 rounded-surface border border-line px-5 py-3"
    >
      <AlarmClock size={20} strokeWidth={1.5} aria-hidden="true" className="mt-2 shrink-0 text-gold-ink" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center">
        <p className="min-w-0 flex-1 basis-48 py-1.5 wrap-anywhere">
          {next ? (
            <>
              {next.contactName} <span className="text-ink-2">{formatMoment(next.at)}</span>
            </>
          ) : (
            'No reminders'
          )}
        </p>
        <Button variant="quiet" size="small" className="-mx-3" onClick={() => setIsOpen(true)}>
          {reminders.length > 1 ? `All ${reminders.length} Reminders` : 'Change Reminder'}
        </Button>
      </div>
      {isOpen && <RemindersDialog onClose={() => setIsOpen(false)} />}
    </section>
  );
}
