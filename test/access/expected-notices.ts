import { type Case, OWNER } from '#test/access/case.ts';

/** The expected status of the calls about notices and reminders. */

/** A browser as it names itself to us; its keys are those of RFC 8291, appendix A. */
const browser = () => ({
  endpoint: `https://push.example.com/${Math.random()}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});
const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-05-13T09:00`;

export const NOTICES: Case[] = [
  { route: 'PATCH /api/notices/settings', body: () => ({ isDaily: true }) },
  { route: 'GET /api/notices/push', shows: ({ pushDeviceId }) => pushDeviceId },
  { route: 'POST /api/notices/push', body: browser },

  { route: 'GET /api/notices/reminders', shows: ({ reminderId }) => reminderId },
  {
    route: 'POST /api/notices/reminders',
    expected: OWNER,
    body: ({ contactId }) => ({ contactId, at: NEXT_YEAR }),
  },
  { route: 'PATCH /api/notices/reminders/{id}', body: () => ({ note: 'Changed' }) },

  {
    route: 'GET /api/notices/reminders/{id}/calendar.ics',
    shows: ({ reminderId }) => reminderId,
  },
];
