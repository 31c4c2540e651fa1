import { expect, it } from 'vitest';
import { countByDay } from './trend.ts';

const now = new Date('2026-11-21T12:00:00Z');

it('counts moments by their day, the oldest first, and leaves older ones out', () => {
  const moments = [
    '2026-11-21T11:00:00Z',
    '2026-11-21T00:00:00Z',
    '2026-11-20T11:00:00Z',
    '2026-10-01T00:00:00Z',
  ];
  expect(countByDay(moments, now, 3)).toEqual([0, 1, 2]);
});

it('takes a clock that runs a little ahead for today', () => {
  expect(countByDay(['2026-11-21T12:00:05Z'], now, 2)).toEqual([0, 1]);
});
