import { describe, expect, it } from 'vitest';
import type { AdminUser } from '#shared/operations/admin.ts';
import { sortUsers } from './list-users.ts';

const user = (id: string, part: Partial<AdminUser> = {}): AdminUser => ({
  id,
  fullName: `User ${id}`,
  email: `${id}@example.com`,
  username: id,
  subscriptionStatus: 'trial',
  createdAt: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
  suspendedAt: null,
  ...part,
});
const ids = (users: AdminUser[]) => users.map(({ id }) => id);

const PEOPLE = [
  user('u2', {
    fullName: 'zoë Ångström',
    subscriptionStatus: 'active',
    createdAt: '2026-03-01T00:00:00.000Z',
  }),
  user('u10', { fullName: 'Ada Lovelace', email: 'ada@navy.example', isAdmin: true }),
  user('u1', { fullName: 'Élodie Blanc', username: 'Blanche', createdAt: '2025-12-31T23:59:59.999Z' }),
];

describe('The order of users', () => {
  it.each([
    ['fullName', false, ['u10', 'u1', 'u2']],
    ['fullName', true, ['u2', 'u1', 'u10']],
    ['id', false, ['u1', 'u2', 'u10']],
    ['createdAt', true, ['u2', 'u10', 'u1']],
    ['createdAt', false, ['u1', 'u10', 'u2']],
    ['isAdmin', false, ['u10', 'u2', 'u1']],
    ['subscriptionStatus', false, ['u2', 'u10', 'u1']],
  ] as const)('by %s, descending: %s', (column, isDescending, order) => {
    expect(ids(sortUsers(PEOPLE, { column, isDescending }))).toEqual(order);
  });
});
