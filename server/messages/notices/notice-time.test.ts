import { expect, it } from 'vitest';
import { decideNoticeTime, type Waiting } from './notice-time.ts';
import { nextAt, toMoment } from './zone-time.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => new Date(text);
const NOON = at('2026-06-10T10:00:00Z');
const USUAL: Waiting = {
  now: NOON,
  zone: BERLIN,
  quietHours: null,
  dailyHour: null,
  count: 1,
  since: NOON,
  singles: 0,
  lastDigest: null,
};
const NIGHT = { from: 22 * 60, until: 7 * 60 };
const tell = (as: string) => ({ kind: 'tell', as });
const wait = (until: string) => ({ kind: 'wait', until: at(until) });

it.each<[string, Partial<Waiting>, object]>([
  ['the first one', {}, tell('singles')],
  ['the tenth within an hour', { singles: 9 }, tell('singles')],
  ['ten at once', { count: 10 }, tell('singles')],
  ['the eleventh', { singles: 10 }, wait('2026-06-10T10:00:30Z')],
  ['the eleventh, half a minute later', { singles: 10, since: at('2026-06-10T09:59:30Z') }, tell('digest')],
  ['one after a digest', { lastDigest: at('2026-06-10T09:30:00Z') }, wait('2026-06-10T10:30:00Z')],
  ['one that a server away held up', { count: 3, since: at('2026-06-10T08:00:00Z') }, tell('digest')],
  ['daily', { dailyHour: 18 }, wait('2026-06-10T16:00:00Z')],
  ['daily, in time', { dailyHour: 18, now: at('2026-06-10T16:00:00Z') }, tell('digest')],
  ['daily without a zone', { dailyHour: 18, zone: null }, wait('2026-06-10T18:00:00Z')],
  ['daily at midnight', { dailyHour: 0 }, wait('2026-06-10T22:00:00Z')],
  [
    'daily on the day that summer time begins, in the hour it skips',
    { dailyHour: 2, now: at('2026-03-28T20:00:00Z'), since: at('2026-03-28T20:00:00Z') },
    wait('2026-03-29T01:00:00Z'),
  ],
  [
    'daily on the day that summer time begins',
    { dailyHour: 8, now: at('2026-03-28T20:00:00Z'), since: at('2026-03-28T20:00:00Z') },
    wait('2026-03-29T06:00:00Z'),
  ],
  [
    'daily on the day that summer time ends, in the hour there is twice',
    { dailyHour: 2, now: at('2026-10-24T20:00:00Z'), since: at('2026-10-24T20:00:00Z') },
    wait('2026-10-25T00:00:00Z'),
  ],
  [
    'daily, between the two of that hour',
    { dailyHour: 2, now: at('2026-10-25T00:30:00Z'), since: at('2026-10-25T00:30:00Z') },
    wait('2026-10-26T01:00:00Z'),
  ],
  ['by day', { quietHours: NIGHT }, tell('singles')],
  [
    'in quiet hours',
    { quietHours: NIGHT, now: at('2026-06-10T20:30:00Z'), since: at('2026-06-10T20:30:00Z') },
    wait('2026-06-11T05:00:00Z'),
  ],
  [
    'at their end',
    { quietHours: NIGHT, now: at('2026-06-11T05:00:00Z'), since: at('2026-06-10T20:30:00Z'), count: 2 },
    tell('digest'),
  ],
  ['quiet by day', { quietHours: { from: 11 * 60, until: 13 * 60 } }, wait('2026-06-10T11:00:00Z')],
  [
    'daily in quiet hours',
    { quietHours: { from: 17 * 60, until: 20 * 60 }, dailyHour: 18 },
    wait('2026-06-10T18:00:00Z'),
  ],
])('decides of %s', (_, given, decision) => {
  expect(decideNoticeTime({ ...USUAL, ...given })).toMatchObject(decision);
});

it('knows the days on which clocks change', () => {
  const shown = (text: string) => Date.parse(`${text}Z`);
  expect(toMoment(shown('2026-03-29T02:30'), BERLIN)).toEqual(at('2026-03-29T01:30:00Z'));
  expect(toMoment(shown('2026-10-25T02:30'), BERLIN)).toEqual(at('2026-10-25T00:30:00Z'));
  expect(toMoment(shown('2026-10-25T03:30'), BERLIN)).toEqual(at('2026-10-25T02:30:00Z'));
  expect(nextAt(at('2026-03-28T20:00:00Z'), 7 * 60, BERLIN)).toEqual(at('2026-03-29T05:00:00Z'));
  expect(nextAt(at('2026-03-28T20:00:00Z'), 7 * 60, 'Pacific/Apia')).toEqual(at('2026-03-29T18:00:00Z'));
});
