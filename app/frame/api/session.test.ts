import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#shared/accounts/account.ts';
import { clearUser, followOtherTabs, onUserCleared, recallUser, storeAccount } from './session.ts';

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

  it('in another tab: a sign-out ends this one too, and somebody else starts it anew', () => {
    const tab = new EventTarget();
    vi.stubGlobal('window', tab);
    const told = vi.fn();
    const startAnew = vi.fn();
    const stop = onUserCleared(told);
    followOtherTabs(startAnew);
    const store = (oldValue: string | null, newValue: string | null, key = 'user') =>
      tab.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue, newValue }));
    const [stored, renamed] = [JSON.stringify(user), JSON.stringify({ ...user, fullName: 'Ada King' })];
    store(stored, renamed);
    store(null, stored);
    store(stored, JSON.stringify({ ...user, id: 'other' }), 'theme');
    expect(startAnew).not.toHaveBeenCalled();
    store(stored, JSON.stringify({ ...user, id: 'other' }));
    expect(startAnew).toHaveBeenCalledOnce();
    expect(told).not.toHaveBeenCalled();
    store(stored, 'signed-out');
    store('signed-out', null);
    expect(told.mock.calls).toEqual([
      ['expired', 'You signed out in another tab.'],
      ['expired', undefined],
    ]);
    stop();
  });
});
