import { afterEach, expect, it, vi } from 'vitest';
import { findFirst } from './last-shown.ts';

afterEach(() => vi.unstubAllGlobals());

it('begins with the card shown last, else with the featured one of their own, else with the first', () => {
  const teams = { id: 'teams', isFeatured: true, teamId: 'team' };
  const newest = { id: 'newest', isFeatured: false };
  const featured = { id: 'featured', isFeatured: true };
  expect(findFirst([newest, teams, featured])).toBe('featured');
  expect(findFirst([newest, teams])).toBe('newest');
  expect(findFirst([])).toBe('');
  vi.stubGlobal('localStorage', { getItem: () => 'teams' });
  expect(findFirst([newest, teams, featured])).toBe('teams');
});
