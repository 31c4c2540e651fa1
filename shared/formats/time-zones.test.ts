import { expect, it } from 'vitest';
import { timeZone } from './time-zones.ts';

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['america/new_york', 'America/New_York'],
  ['UTC', 'UTC'],
])('takes the time zone %s', (name, stored) => {
  expect(timeZone().parse(name)).toBe(stored);
});

it.each(['', 'Berlin', 'Europe/Nowhere', '+02:00', '../etc/passwd', 'x'.repeat(65)])(
  'refuses %j as a time zone, in a sentence',
  (name) => {
    expect(timeZone().safeParse(name).success).toBe(false);
  },
);
