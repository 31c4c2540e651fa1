import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { destinationAfter, forgetUser, onForgotten, recallUser, rememberUser } from './session.ts';

const ada = {
  id: 'abcdefghjk',
  username: 'ada',
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  isAdmin: false,
  subscriptionStatus: 'trial' as const,
  trialEndsAt: '2026-12-05T00:00:00.000Z',
  subscriptionEndsAt: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  hasPaid: false,
};

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

  it('is recalled until it is forgotten, and the forgetting is told', () => {
    const told = vi.fn();
    const stop = onForgotten(told);
    rememberUser(ada);
    expect(recallUser()).toEqual(ada);
    forgetUser();
    expect(recallUser()).toBeNull();
    expect(told).toHaveBeenCalledOnce();
    stop();
  });

  it('is nobody when the storage holds something else', () => {
    localStorage.setItem('user', '{"isAdmin":true}');
    expect(recallUser()).toBeNull();
    localStorage.setItem('user', 'not json');
    expect(recallUser()).toBeNull();
  });
});

describe('the way after signing in', () => {
  it('leads to the screen that was asked for, never to another site', () => {
    expect(destinationAfter('/contacts?x=1', '/dashboard')).toBe('/contacts?x=1');
    expect(destinationAfter('//evil.example', '/dashboard')).toBe('/dashboard');
    expect(destinationAfter('/\\evil.example', '/dashboard')).toBe('/dashboard');
    expect(destinationAfter('https://evil.example', '/dashboard')).toBe('/dashboard');
    expect(destinationAfter(null, '/dashboard')).toBe('/dashboard');
  });
});
