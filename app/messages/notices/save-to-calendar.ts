import { useMutation } from '@tanstack/react-query';
import { findFile } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { reminderFileName } from '#shared/formats/file-names.ts';
import type { Reminder } from '#shared/messages/notices.ts';

/** Saves a reminder as a file that calendars take. */
export const useSaveToCalendar = () =>
  useMutation({
    mutationFn: async ({ id, contactName }: Reminder) =>
      saveFrom(
        await findFile('GET /api/notices/reminders/{id}/calendar.ics', { params: { id } }),
        reminderFileName(contactName),
      ),
    meta: { isDownload: true, failure: { always: 'Failed to make the calendar file. Please try again.' } },
  });
