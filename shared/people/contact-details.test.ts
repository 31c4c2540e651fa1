import { expect, it } from 'vitest';
import { asMoment } from './contact-details.ts';

it.each(['2026-05-13T15:00:00Z', '2026-05-13T15:00:00.123+14:00', '0001-01-02T00:00:00Z'])(
  '%s is a moment',
  (moment) => {
    expect(asMoment.parse(moment)).toBe(moment);
  },
);

it.each([
  '0000-05-13T15:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '2026-05-13T15:00:00+16:00',
  '2026-05-13T15:00:00-23:59',
  'tomorrow',
])('%s is none that a database takes', (moment) => {
  expect(asMoment.safeParse(moment).error?.issues[0]?.message).toBe('Send a moment as 2026-05-13T15:00:00Z');
});
