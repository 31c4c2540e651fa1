import { describe, expect, it } from 'vitest';
import type { AdminUser } from '#shared/admin.ts';
import { findUsers, PAGE_SIZE, pageOfUsers, sortUsers } from './list-users.ts';

const user = (id: string, part: Partial<AdminUser> = {}): AdminUser => ({
  id,
  fullName: `User ${id}`,
  email: `${id}@example.com`,
  username: id,
  subscriptionStatus: 'trial',
  createdAt: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
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

describe('The search for users', () => {
  it.each([
    ['', ['u2', 'u10', 'u1']],
    [' LOVELACE ', ['u10']],
    ['navy.ex', ['u10']],
    ['blanche', ['u1']],
    ['u10', ['u10']],
    ['active', ['u2']],
    ['lovelace ada', []],
  ])('finds by %j in any case', (search, found) => {
    expect(ids(findUsers(PEOPLE, search))).toEqual(found);
  });
});

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

describe('The pages of users', () => {
  const many = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => user(`n${index}`));

  it('hold every user once', () => {
    const all = [1, 2, 3].flatMap((page) => pageOfUsers(many, page).users);
    expect(all).toEqual(many);
    expect(pageOfUsers(many, 3).users).toHaveLength(1);
  });

  it('end at the last one', () => {
    expect(pageOfUsers(many, 9)).toMatchObject({ page: 3, pages: 3 });
    expect(pageOfUsers([], 2)).toEqual({ users: [], page: 1, pages: 1 });
  });
});
