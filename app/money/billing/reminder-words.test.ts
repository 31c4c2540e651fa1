import { expect, it } from 'vitest';
import { sayReminder } from './reminder-words.ts';

it.each([
  ['2026-11-27', '2026-12-05', 'We’ll email you three days before your first charge.'],
  ['2026-12-03', '2026-12-05', 'We’ll email you before your first charge.'],
])('on %s, before a charge on %s: %s', (now, trialEndsAt, said) => {
  expect(sayReminder(trialEndsAt, Date.parse(now))).toBe(said);
});
