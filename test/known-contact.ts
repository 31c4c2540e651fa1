import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';

/** For tests: a contact with every detail but the place of the meeting. */

export const CARD_URL = 'https://cards.example/card/abcdefghij';
export const BOOKING = 'https://calendar.example/lukasz';
export const everything: FollowUpFacts = {
  contactId: 'contact-1',
  language: 'en',
  fullName: 'Ada Lovelace',
  jobTitle: 'Chief Analyst',
  company: 'Engines, Inc.',
  hasEmail: true,
  hasPhone: true,
  note: 'Would love to talk about pricing',
  connectedAt: new Date('2026-05-13T10:00:00Z'),
  event: null,
  place: null,
  owner: { fullName: 'Łukasz Nowak', jobTitle: 'Architect', company: 'Acme' },
  card: { name: 'Work', url: CARD_URL, bookingUrl: BOOKING },
  now: new Date('2026-05-14T10:00:00Z'),
};
