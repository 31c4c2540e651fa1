import { expect, it } from 'vitest';
import { formatDay } from '#app/frame/dates.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type ReminderFacts, sayReminderWays } from './reminder-ways.ts';

const NOW = Date.parse('2026-11-25T09:00Z');
const on = { contact: true, lead: true, reminder: true };
const off = { ...on, reminder: false };

/** The words for an account that is told in every way, but for what is changed. */
function say(
  changes: { settings?: object; devices?: ReminderFacts['devices']; user?: object; sendsMail?: boolean } = {},
) {
  const { settings, devices = [{ isGone: false }], user, sendsMail = true } = changes;
  const createdAt = new Date(NOW - 9 * DAY_MS).toISOString();
  const account = {
    sendsMail,
    user: { email: 'ada@example.com', isEmailConfirmed: true, createdAt, ...user },
  };
  const { text, fixes } = sayReminderWays(
    { account, settings: { mail: on, push: on, isMailUsedUp: false, ...settings }, devices },
    NOW,
  );
  return [text, ...fixes];
}

it('A reminder is promised by the ways that are on, with the way to the others', () => {
  expect(say()).toEqual(['We’ll email you and notify your devices.']);
  expect(say({ devices: [{ isGone: true }] })).toEqual(['We’ll email you.', 'notifications']);
  expect(say({ settings: { push: off } })).toEqual(['We’ll email you.', 'notifications']);
  expect(say({ settings: { mail: off } })).toEqual(['We’ll notify your devices.', 'notifications']);
  expect(say({ user: { email: '' } })).toEqual(['We’ll notify your devices.', 'general']);
  expect(say({ sendsMail: false, user: { isEmailConfirmed: false } })).toEqual([
    'We’ll notify your devices.',
  ]);
});

it('Nobody is promised a reminder that goes nowhere', () => {
  const devices: ReminderFacts['devices'] = [];
  expect(say({ settings: { mail: off, push: off } })).toEqual([
    'Nothing will be sent: emails about reminders are off, and push notifications about reminders are off.',
    'notifications',
  ]);
  expect(say({ sendsMail: false, devices })).toEqual([
    'Nothing will be sent: email isn’t set up yet, and no device shows notifications.',
    'notifications',
  ]);
  expect(say({ user: { isEmailConfirmed: false }, devices })).toEqual([
    'Nothing will be sent: your email address isn’t confirmed, and no device shows notifications.',
    'general',
    'notifications',
  ]);
});

it('An address that nobody confirmed is mailed a few in the first week alone', () => {
  const createdAt = new Date(NOW - 5 * DAY_MS).toISOString();
  const user = { isEmailConfirmed: false, createdAt };
  const last = formatDay(new Date(NOW + 2 * DAY_MS).toISOString());
  expect(say({ user })).toEqual([
    `We’ll notify your devices and email you, but from ${last} on only if your address is confirmed.`,
    'general',
  ]);
  expect(say({ user, settings: { isMailUsedUp: true } })).toEqual(['We’ll notify your devices.', 'general']);
  expect(say({ user, devices: [] })).toEqual([
    `We’ll email you, but from ${last} on only if your address is confirmed.`,
    'general',
    'notifications',
  ]);
});
