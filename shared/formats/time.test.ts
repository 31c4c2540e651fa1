import { expect, it } from 'vitest';
import { monthsBefore } from './time.ts';

it.each([
  ['2026-08-31T10:00:00.000Z', 6, '2026-02-28T10:00:00.000Z'],
  ['2026-05-31T10:00:00.000Z', 6, '2025-11-30T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 12, '2027-02-28T10:00:00.000Z'],
  ['2026-05-13T10:00:00.000Z', 6, '2025-11-13T10:00:00.000Z'],
])('Before %s, %i months, is %s', (moment, months, before) => {
  expect(monthsBefore(months, new Date(moment)).toISOString()).toBe(before);
});
