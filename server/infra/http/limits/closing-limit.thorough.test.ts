import { expect, it } from 'vitest';
import { type Closing, createClosingLimit } from '#server/infra/http/limits/closing-limit.ts';
import { createRateLimits } from '#server/infra/http/limits/rate-limit.ts';

const MINUTE = 60_000;

function open(more: Partial<Closing> = {}) {
  const clock = { now: 0 };
  const options = { points: 3, windowMs: 60 * MINUTE, firstWaitMs: MINUTE };
  const limit = createClosingLimit({ ...options, ...more }, () => clock.now);
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

it('A call of several points passes while all of them are left, whatever earlier ones have cost', () => {
  const { clock, limit } = open({ points: 10, perCall: 4, firstWaitMs: undefined });
  expect(limit.take('a')).toBe(0);
  limit.charge('a', 2);
  expect(limit.take('a')).toBe(0);
  expect([limit.take('a'), limit.look('a')]).toEqual([60 * MINUTE, 60 * MINUTE]);
  limit.giveBack('a');
  limit.charge('a', 1);
  expect(limit.take('a')).toBe(60 * MINUTE);
  clock.now += 60 * MINUTE;
  expect(limit.take('a')).toBe(0);
});

it('A key that is used is counted however many others come, and those of a flood are not kept', () => {
  const { limit } = open({ points: 3, firstWaitMs: undefined });
  for (let n = 0; n < 3; n += 1) limit.take('used');
  for (let n = 0; n < 3; n += 1) limit.take('left');
  for (let n = 0; n < 200_000; n += 1) {
    limit.take(`flood ${n}`);
    if (n % 1_000 === 0) expect(limit.take('used')).toBeGreaterThan(0);
  }
  expect(limit.take('left')).toBe(0);
});

it('A process keeps no key of a flood for the rest of the window either', async () => {
  const unshared = {
    take: async () => 0,
    look: async () => 0,
    giveBack: async () => {},
    clear: async () => {},
  };
  const limits = createRateLimits(true, () => unshared);
  while (await limits.spend('signIn', 'left'));
  for (let n = 0; n < 150_000; n += 1) await limits.spend('signIn', `flood ${n}`);
  expect(await limits.spend('signIn', 'left')).toBe(true);
});
