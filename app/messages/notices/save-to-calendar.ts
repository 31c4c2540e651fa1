import { findFile, fixedMessageOf, leaveEndedSession } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { reminderFileName } from '#shared/formats/file-names.ts';
import type { Reminder } from '#shared/messages/notices.ts';
import { toastFailure } from '#ui/part-failed.ts';

/** Saves a reminder as a file that calendars take. */
export async function saveToCalendar({ id, contactName }: Reminder): Promise<void> {
  try {
    saveFrom(
      await findFile('GET /api/notices/reminders/{id}/calendar.ics', { params: { id } }),
      reminderFileName(contactName),
    );
  } catch (error) {
    if (leaveEndedSession(error)) return;
    const description = fixedMessageOf(error, 'Failed to make the calendar file. Please try again.');
    toastFailure({ title: 'Error', description });
  }
}
