import { expect, it } from 'vitest';
import { createClosingLimit } from '#server/infra/http/limits/closing-limit.ts';

const MINUTE = 60_000;

function open() {
  const clock = { now: 0 };
  const options = { points: 3, windowMs: 60 * MINUTE, firstWaitMs: MINUTE };
  const limit = createClosingLimit(options, () => new Date(clock.now));
  return { clock, limit };
}

it('After the last point, one call passes at growing intervals until the hour is over', () => {
  const { clock, limit } = open();
  for (let n = 0; n < 3; n += 1) expect(limit.take('a')).toBe(0);
  for (const wait of [1, 2, 4, 8, 16, 32]) {
    expect(limit.take('a')).toBe(wait * MINUTE);
    clock.now += wait * MINUTE - 1;
    expect(limit.take('a')).toBe(1);
    clock.now += 1;
    expect(limit.take('a')).toBe(0);
  }
  clock.now += 60 * MINUTE;
  for (let n = 0; n < 3; n += 1) expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(MINUTE);
});

it('A point that is given back does not count, and keys are counted separately', () => {
  const { limit } = open();
  for (let n = 0; n < 10; n += 1) {
    expect(limit.take('a')).toBe(0);
    limit.giveBack('a');
  }
  for (let n = 0; n < 3; n += 1) limit.take('b');
  expect(limit.take('b')).toBeGreaterThan(0);
  expect(limit.take('a')).toBe(0);
});
