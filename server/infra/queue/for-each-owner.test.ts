import { DrizzleQueryError } from 'drizzle-orm';
import type { Logger } from 'pino';
import { expect, it, vi } from 'vitest';
import type { OwnId } from '#test/factories.ts';
import { forEachOwner } from './for-each-owner.ts';

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
