import { expect, it } from 'vitest';
import type { User } from '#shared/account.ts';
import { mayCreateCards } from './may-create.ts';

const now = new Date('2026-05-10T12:00:00Z');
const before = '2026-05-10T11:59:59Z';
const after = '2026-05-10T12:00:01Z';

const user: User = {
  id: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  isAdmin: false,
  subscriptionStatus: 'trial',
  trialEndsAt: null,
  subscriptionEndsAt: null,
  createdAt: before,
  hasPaid: false,
};

it.each([
  [{ subscriptionStatus: 'trial', trialEndsAt: after }, true],
  [{ subscriptionStatus: 'trial', trialEndsAt: before }, false],
  [{ subscriptionStatus: 'trial', trialEndsAt: null }, true],
  [{ subscriptionStatus: 'active', trialEndsAt: before }, true],
  [{ subscriptionStatus: 'cancelled', subscriptionEndsAt: after }, true],
  [{ subscriptionStatus: 'cancelled', subscriptionEndsAt: before }, false],
  [{ subscriptionStatus: 'expired' }, false],
] as const)('%o may create cards: %s', (state, may) => {
  expect(mayCreateCards({ ...user, ...state }, now)).toBe(may);
});
