import { expect, it, vi } from 'vitest';
import type { AppContext } from '#server/context.ts';
import { forEachOwner } from './each-owner.ts';

it('tells every owner, whoever of them cannot be told', async () => {
  const warn = vi.fn();
  const owners = Array.from({ length: 450 }, (_, nth) => ({ userId: String(1_000 + nth) }));
  const told: string[] = [];
  await forEachOwner(
    { log: { warn } as unknown as AppContext['log'] },
    async (after, most) => owners.filter(({ userId }) => userId > after).slice(0, most),
    async (userId) => {
      if (userId === '1003') throw new Error('Cannot be told');
      told.push(userId);
    },
  );
  expect(told).toHaveLength(449);
  expect(told.at(-1)).toBe('1449');
  expect(warn).toHaveBeenCalledOnce();
});
