import { expect, it } from 'vitest';
import { sayNoMatches } from './no-matches.ts';

const your = (noun: string) => `your ${noun}`;
const ofAcme = (noun: string) => `the ${noun} of Acme`;

it.each([
  { search: '', filter: 'new', tag: '', whose: your, said: 'No one among your new leads yet.' },
  { search: '', filter: 'notFollowedUp', tag: '', whose: your, said: 'No one is waiting for a follow-up.' },
  {
    search: 'Bob ',
    filter: 'notFollowedUp',
    tag: 'Berlin',
    whose: your,
    said: 'No one with the tag “Berlin” who is waiting for a follow-up matches “Bob.”',
  },
  { search: '', filter: 'recent', tag: '', whose: your, said: 'No one in the last 30 days yet.' },
  { search: '', filter: 'favorites', tag: '', whose: your, said: 'No one among your favorites yet.' },
  {
    search: 'Bob',
    filter: 'all',
    tag: '',
    whose: ofAcme,
    said: 'No one in the contacts of Acme matches “Bob.”',
  },
] as const)('$said', ({ whose, said, ...narrowed }) => {
  expect(sayNoMatches(narrowed, whose)).toBe(said);
});
