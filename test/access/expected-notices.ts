import { type Case, OWNER, SIGNED_IN } from '#test/access/case.ts';

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
  { route: 'GET /api/notices/settings', expected: SIGNED_IN },
  { route: 'PATCH /api/notices/settings', expected: SIGNED_IN, body: () => ({ isDaily: true }) },
  { route: 'GET /api/notices/push', expected: SIGNED_IN, shows: ({ pushDeviceId }) => pushDeviceId },
  { route: 'POST /api/notices/push', expected: SIGNED_IN, body: browser },
  { route: 'DELETE /api/notices/push/{id}', expected: OWNER },
  { route: 'GET /api/notices/reminders', expected: SIGNED_IN, shows: ({ reminderId }) => reminderId },
  {
    route: 'POST /api/notices/reminders',
    expected: OWNER,
    body: ({ contactId }) => ({ contactId, at: NEXT_YEAR }),
  },
  { route: 'PATCH /api/notices/reminders/{id}', expected: OWNER, body: () => ({ note: 'Changed' }) },
  { route: 'DELETE /api/notices/reminders/{id}', expected: OWNER },
  {
    route: 'GET /api/notices/reminders/{id}/calendar.ics',
    expected: OWNER,
    shows: ({ reminderId }) => reminderId,
  },
];
