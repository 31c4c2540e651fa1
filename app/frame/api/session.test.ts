import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#shared/accounts/account.ts';
import { clearUser, onUserCleared, recallUser, storeAccount } from './session.ts';

const user = {
  id: 'abcdefghjk',
  username: 'ada',
  isEmailConfirmed: true,
  pendingEmail: null,
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  isAdmin: false,
  subscriptionStatus: 'trial' as const,
  trialEndsAt: '2026-12-05T00:00:00.000Z',
  subscriptionEndsAt: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  hasPaid: false,
};
const due = {
  failedPayment: null,
  hasEverPaid: false,
  isPaidByTeam: false,
  isConfirmationDue: false,
  unreviewed: 2,
  hasContacts: true,
  contactsFull: 0,
  event: null,
  nextReminder: null,
};
const ada = { user, due, emailRefusedAt: null } as Account;

describe('the stored user', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is recalled until it is forgotten, and how that came is told', () => {
    const told = vi.fn();
    const stop = onUserCleared(told);
    storeAccount(ada);
    expect(recallUser()).toEqual({ ...user, due, emailRefusedAt: null });
    clearUser({ isChosen: false, why: 'You were signed out.' });
    expect(recallUser()).toBeNull();
    clearUser({ isChosen: false });
    storeAccount(ada);
    clearUser({ isChosen: true });
    expect(told.mock.calls).toEqual([
      ['expired', 'You were signed out.'],
      ['none', undefined],
      ['chosen', undefined],
    ]);
    stop();
  });

  it('is nobody when the storage holds something else', () => {
    localStorage.setItem('user', '{"isAdmin":true}');
    expect(recallUser()).toBeNull();
    localStorage.setItem('user', 'not json');
    expect(recallUser()).toBeNull();
  });
});
