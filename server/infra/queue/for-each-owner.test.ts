import { DrizzleQueryError } from 'drizzle-orm';
import type { Logger } from 'pino';
import { expect, it, vi } from 'vitest';
import type { OwnId } from '#test/factories.ts';
import { forEachOwner, tryForEachOwner } from './for-each-owner.ts';

it('tells every owner, whoever of them cannot be told', async () => {
  const warn = vi.fn();
  const owners = Array.from({ length: 450 }, (_, nth) => ({ userId: String(1_000 + nth) as OwnId }));
  const told: string[] = [];
  await forEachOwner(
    { log: { warn } as unknown as Logger },
    async (after, most) => owners.filter(({ userId }) => userId > after).slice(0, most),
    async ({ userId }) => {
      if (userId === '1003')
        throw new DrizzleQueryError('select', ['ada@example.com'], new Error('Cannot be told'));
      told.push(userId);
    },
  );
  expect(told).toHaveLength(449);
  expect(told.at(-1)).toBe('1449');
  // Without the statement's parameters.
  expect(warn.mock.calls).toEqual([[{ error: 'Cannot be told' }, 'An owner was not told yet']]);
});

it('fails in the end for those for whom it failed, and at once for what is of all', async () => {
  const owners = (['1', '2', '3', '4'] as OwnId[]).map((userId) => ({ userId }));
  const tried: string[] = [];
  const run = (isOfAll: boolean) =>
    tryForEachOwner(
      async () => owners,
      async ({ userId }) => {
        tried.push(userId);
        if (userId === '2' || userId === '3') throw new Error(`Not for ${userId}`);
      },
      { isOfAll: () => isOfAll },
    );
  await expect(run(false)).rejects.toThrow('Not for 2');
  expect(tried.splice(0)).toEqual(['1', '2', '3', '4']);
  await expect(run(true)).rejects.toThrow('Not for 2');
  expect(tried).toEqual(['1', '2']);
});

it('begins no further owner at a stop', async () => {
  const stopping = new AbortController();
  const told: string[] = [];
  await forEachOwner(
    { log: {} as Logger },
    async () => (['1', '2', '3'] as OwnId[]).map((userId) => ({ userId })),
    async ({ userId }) => {
      told.push(userId);
      if (userId === '2') stopping.abort();
    },
    stopping.signal,
  );
  expect(told).toEqual(['1', '2']);
});
