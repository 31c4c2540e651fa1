import { expect, it } from 'vitest';
import type { Contact, Lead } from '#shared/contacts.ts';
import { mergePeople } from './people.ts';

const contact = (id: string, createdAt: string): Contact => ({
  id,
  userId: 'owner',
  cardId: null,
  cardName: null,
  fullName: id,
  jobTitle: null,
  company: null,
  email: null,
  phone: null,
  website: null,
  profileImage: null,
  social: {},
  isFavorite: true,
  notes: null,
  source: 'exchange',
  createdAt,
});
const LEAD: Lead = {
  id: 'lead',
  cardId: 'card',
  cardName: 'Fair',
  leadName: 'Grace Hopper',
  leadEmail: 'grace@example.com',
  leadPhone: '+1 555 010 9999',
  leadCompany: 'Navy',
  leadMessage: 'Call me',
  createdAt: '2026-03-02T00:00:00.000Z',
};

it('Contacts and leads stand in one list, newest first, each known for what it is', () => {
  const contacts = [contact('new', '2026-03-03T00:00:00.000Z'), contact('old', '2026-03-01T00:00:00.000Z')];
  const people = mergePeople(contacts, [LEAD]);
  expect(people.map(({ id, isLead }) => [id, isLead])).toEqual([
    ['new', false],
    ['lead', true],
    ['old', false],
  ]);
  expect(people[1]).toMatchObject({
    fullName: 'Grace Hopper',
    email: 'grace@example.com',
    phone: '+1 555 010 9999',
    company: 'Navy',
    notes: 'Call me',
    cardName: 'Fair',
    isFavorite: false,
  });
});
