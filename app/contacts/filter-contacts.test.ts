import { describe, expect, it } from 'vitest';
import { filterContacts, filterNamed, indexContacts } from './filter-contacts.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const contact = (fullName: string, more: object = {}) => ({
  fullName,
  email: null,
  company: null,
  isFavorite: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const PEOPLE = indexContacts([
  contact('Zoë Ångström', { company: 'Norrland AB', isFavorite: true }),
  contact('Grace Hopper', { email: 'grace@navy.example', createdAt: '2026-11-20T00:00:00.000Z' }),
  contact('Ada Lovelace', { company: 'Analytical', createdAt: '2026-10-22T12:00:00.000Z' }),
]);
const names = (search: string, filter: 'all' | 'recent' | 'favorites' = 'all') =>
  filterContacts(PEOPLE, search, filter, NOW).map(({ fullName }) => fullName);

describe('Contact search', () => {
  it('matches name, email or company in any case', () => {
    expect(names('GRACE')).toEqual(['Grace Hopper']);
    expect(names('navy.ex')).toEqual(['Grace Hopper']);
    expect(names(' analytical ')).toEqual(['Ada Lovelace']);
    expect(names('ångstro\u0308m')).toEqual(['Zoë Ångström']);
    expect(names('')).toHaveLength(3);
    expect(names('nobody')).toEqual([]);
  });

  it('finds nothing across two fields', () => {
    expect(names('hopper grace')).toEqual([]);
  });
});

describe('The contact filter', () => {
  it('keeps favourites, within the search', () => {
    expect(names('', 'favorites')).toEqual(['Zoë Ångström']);
    expect(names('ada', 'favorites')).toEqual([]);
  });

  it('keeps the last 30 days, to the day', () => {
    expect(names('', 'recent')).toEqual(['Grace Hopper', 'Ada Lovelace']);
    const later = filterContacts(PEOPLE, '', 'recent', new Date(NOW.getTime() + 1));
    expect(later.map(({ fullName }) => fullName)).toEqual(['Grace Hopper']);
  });

  it('takes an unknown name for all', () => {
    expect([filterNamed('recent'), filterNamed('x'), filterNamed(null)]).toEqual(['recent', 'all', 'all']);
  });
});
