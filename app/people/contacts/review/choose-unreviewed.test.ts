import { expect, it } from 'vitest';
import { ALL_TICKS, countTicks, isTicked, NO_TICKS, toChoice, toggleTick } from './choose-unreviewed.ts';

const NEWEST = '2026-11-21T10:00:00.000Z';

it('names those that are ticked one by one', () => {
  const ticks = toggleTick(toggleTick(toggleTick(NO_TICKS, 'a'), 'b'), 'a');
  expect([isTicked(ticks, 'a'), isTicked(ticks, 'b')]).toEqual([false, true]);
  expect(countTicks(ticks, 5_000)).toBe(1);
  expect(toChoice(ticks, NEWEST)).toEqual({ ids: ['b'] });
});

it('means all that had arrived, but for those that are left out', () => {
  expect(toChoice(ALL_TICKS, NEWEST)).toEqual({ asOf: NEWEST });
  const ticks = toggleTick(ALL_TICKS, 'a');
  expect([isTicked(ticks, 'a'), isTicked(ticks, 'b')]).toEqual([false, true]);
  expect(countTicks(ticks, 5_000)).toBe(4_999);
  expect(toChoice(ticks, NEWEST)).toEqual({ asOf: NEWEST, except: ['a'] });
});
