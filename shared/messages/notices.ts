import { endpoint, file } from '#shared/contract/api.ts';
import { id, line, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** The events that owners are told of by mail and on their devices, how they want it, and their reminders. */

/** Each can be switched off, for mail and for push. */
export const NOTICE_KINDS = ['contact', 'lead', 'reminder'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** New people, and reminders, told of one by one within an hour; beyond that, they come together. */
export const SINGLE_NOTICES_PER_HOUR = 10;
/** The hour, in the owner's zone, of the one message a day, until the owner chooses another. */
export const DAILY_NOTICE_HOUR = 18;
export const PUSH_DEVICES_MAX = 20;
/** Reminders of an account that are still to come. */
export const REMINDERS_MAX = 500;
export const REMINDER_NOTE_MAX = 200;
/** How far ahead a reminder may be. */
export const REMINDER_DAYS_MAX = 732;

const switches = z.object({ contact: z.boolean(), lead: z.boolean(), reminder: z.boolean() });

const HOUR_NEEDED = 'Choose a full hour from 0 to 23';
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as hh:mm, like 22:00');

/** From 0 to 23, in the owner's zone. */
const dailyHour = z.number().int().min(0, HOUR_NEEDED).max(23, HOUR_NEEDED);

const quietHours = z
  .object({
    /** Times of day in the owner's zone, like 22:00; `until` may be the next morning. */
    from: clock,
    until: clock,
  })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    message: 'Start and end can’t be the same.',
  });

export const noticeSettings = z
  .object({
    mail: switches,
    push: switches,
    /** The account’s address is not confirmed, and has had as many mails as such a one gets. */
    isMailUsedUp: z.boolean(),
    /** New people come in one message a day, at this hour. */
    isDaily: z.boolean(),
    dailyHour,
    /** When nothing is sent but reminders; null: never. */
    quietHours: quietHours.nullable(),
  })
  .meta({ id: 'NoticeSettings' });
export type NoticeChoices = z.output<typeof noticeSettings>;

export const noticeSettingsChanges = z
  .object({
    mail: switches.partial(),
    push: switches.partial(),
    isDaily: z.boolean(),
    dailyHour,
    quietHours: quietHours.nullable(),
  })
  .partial()
  .meta({ id: 'NoticeSettingsChanges' });
export type NoticeSettingsChanges = z.output<typeof noticeSettingsChanges>;

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'Not a key of a browser')
    .refine(
      (text) => Math.floor((text.replace(/=/g, '').length * 3) / 4) === bytes,
      'Not a key of a browser',
    );

/** The output of `PushSubscription.toJSON()`; more is ignored. */
export const newPushDevice = z
  .object({
    endpoint: z.url('Not an address of a push service').max(1_000),
    keys: z.object({
      /** An uncompressed point on P-256, and 16 bytes of authentication (RFC 8291), as base64url. */
      p256dh: base64url(65),
      auth: base64url(16),
    }),
  })
  .meta({ id: 'NewPushDevice' });
export type NewPushDevice = z.output<typeof newPushDevice>;

export const pushDevice = z
  .object({
    id,
    /** Browser and device, like "Firefox on Windows". */
    device: z.string(),
    createdAt: moment,
    /** True if it belongs to the session that asks. */
    isHere: z.boolean(),
    /** Its push service did not take the last message. */
    isFailing: z.boolean(),
    /** Its browser wants no more messages, and shows none until it is turned on there again. */
    isGone: z.boolean(),
  })
  .meta({ id: 'PushDevice' });
export type PushDevice = z.output<typeof pushDevice>;

export const pushState = z
  .object({
    /** The VAPID key that browsers subscribe with (RFC 8292): an uncompressed point as base64url. */
    publicKey: z.string(),
    devices: z.array(pushDevice),
  })
  .meta({ id: 'PushState' });
export type PushState = z.output<typeof pushState>;

export const reminder = z
  .object({
    id,
    /** The id of the contact or lead. */
    contactId: id,
    contactName: z.string(),
    note: z.string(),
    at: moment,
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.output<typeof reminder>;

/** `2026-11-25T09:00` is in the owner's zone; with `Z` or an offset, an instant. */
const reminderTime = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/,
    'Choose a day and a time, like 2026-11-25T09:00',
  );
const note = line(REMINDER_NOTE_MAX);

export const newReminder = z
  .object({
    /** The id of the contact or lead. */
    contactId: id,
    at: reminderTime,
    note: note.optional(),
  })
  .meta({ id: 'NewReminder' });
export type NewReminder = z.output<typeof newReminder>;
export const reminderChanges = z.object({ at: reminderTime, note }).partial().meta({ id: 'ReminderChanges' });
export type ReminderChanges = z.output<typeof reminderChanges>;

const byId = z.object({ id });

export const noticeEndpoints = {
  settings: endpoint('GET', '/api/notices/settings', {
    summary: 'The account’s notifications by email and push, and its quiet hours',
    who: 'user',
    returns: noticeSettings,
  }),
  changeSettings: endpoint('PATCH', '/api/notices/settings', {
    summary: 'Change of what the account is told; what is left out stays as it is',
    who: 'user',
    body: noticeSettingsChanges,
    returns: noticeSettings,
  }),
  push: endpoint('GET', '/api/notices/push', {
    summary: 'The key that browsers subscribe with, and the devices that show notifications',
    who: 'user',
    returns: pushState,
  }),
  addDevice: endpoint('POST', '/api/notices/push', {
    summary: 'Show notifications on this device until it signs out',
    who: 'user',
    body: newPushDevice,
    returns: pushDevice,
    limit: 'pushDevice',
  }),
  removeDevice: endpoint('DELETE', '/api/notices/push/{id}', {
    summary: 'Turn off notifications on a device',
    who: 'user',
    params: byId,
    returns: z.object({ id }),
  }),
  reminders: endpoint('GET', '/api/notices/reminders', {
    summary: 'Reminders still to come, the next one first',
    who: 'user',
    returns: z.array(reminder),
  }),
  addReminder: endpoint('POST', '/api/notices/reminders', {
    summary: 'Be reminded of a contact or a lead at a time',
    who: 'user',
    body: newReminder,
    returns: reminder,
    limit: 'contactWrite',
  }),
  changeReminder: endpoint('PATCH', '/api/notices/reminders/{id}', {
    summary: 'Move a reminder, or change its note',
    who: 'user',
    params: byId,
    body: reminderChanges,
    returns: reminder,
    limit: 'contactWrite',
  }),
  removeReminder: endpoint('DELETE', '/api/notices/reminders/{id}', {
    summary: 'Delete a reminder',
    who: 'user',
    params: byId,
    returns: z.object({ id }),
  }),
  reminderFile: endpoint('GET', '/api/notices/reminders/{id}/calendar.ics', {
    summary: 'A reminder as a calendar event with an alarm (RFC 5545)',
    who: 'user',
    params: byId,
    returns: file('text/calendar'),
  }),
};
