import { afterEach, expect, it, vi } from 'vitest';
import { accountFor, accountHere, alsoHere } from './account-here.ts';
import { callUrl } from './call.ts';

afterEach(() => void vi.unstubAllGlobals());

const openAt = (address: string) => vi.stubGlobal('location', new URL(address, 'https://goldleaf.example'));

it.each([
  ['/contacts', undefined],
  ['/contacts?account=team1', 'team1'],
  ['/edit-card/abc?account=team1', 'team1'],
  ['/teams/team1', 'team1'],
  ['/teams/team1?tab=members', 'team1'],
  ['/teams/team1/claim/token', undefined],
])('finds in %s the account %s', (address, account) => {
  openAt(address);
  expect(accountHere()).toBe(account);
});

it('makes a team’s calls of cards for it, and all others for oneself', () => {
  openAt('/teams/team1');
  expect(accountFor('/api/cards')).toBe('team1');
  expect(accountFor('/api/auth/me')).toBeUndefined();
  expect(alsoHere('/qr?card=abc')).toBe('/qr?card=abc&account=team1');
});

it('reads lists for all accounts, and adds to one’s own', () => {
  openAt('/contacts?account=all');
  expect(callUrl('GET /api/contacts')).toBe('/api/contacts?account=all');
  expect(callUrl('POST /api/contacts')).toBe('/api/contacts');
});
