import { expect, it } from 'vitest';
import {
  type FollowedCard,
  type FollowingContact,
  findLinkChanges,
  listAgreed,
} from '#server/people/contact-links/changes.ts';

/** Compares contacts and cards in memory; over HTTP: `contact-links.test.ts`. */

const CARD: FollowedCard = {
  fullName: 'Grace Hopper',
  primaryEmail: 'grace@navy.example',
  workEmail: null,
  secondaryEmail: null,
  primaryPhone: '+1 202 555 0143',
  workPhone: null,
  secondaryPhone: null,
  company: 'Navy',
  jobTitle: null,
  website: 'https://navy.example/',
  portfolio: null,
};
const CONTACT: FollowingContact = {
  fullName: 'Grace Hopper',
  email: 'Grace@Navy.example',
  phone: '(+1) 202-555-0143',
  company: 'Navy',
  jobTitle: 'Admiral',
  website: 'www.navy.example',
  moreEmails: [],
  morePhones: [],
  moreWebsites: [],
};
const changes = (card: Partial<FollowedCard>, contact: Partial<FollowingContact> = {}, seen = {}) =>
  findLinkChanges({ ...CONTACT, ...contact }, { ...CARD, ...card }, seen).map(
    ({ field, from, to }) => `${field}: ${from} → ${to}`,
  );

it.each<[string, Parameters<typeof changes>, string[]]>([
  ['the same, however it is written', [{}], []],
  ['another company', [{ company: 'Eckert-Mauchly' }], ['company: Navy → Eckert-Mauchly']],
  ['a company for who had none', [{}, { company: null }], ['company:  → Navy']],
  ['what was decided on before', [{ company: 'UNIVAC' }, {}, { company: 'UNIVAC' }], []],
  ['what the owner wrote themselves meanwhile', [{}, { company: 'Retired' }, { company: 'Navy' }], []],
  ['what never was on the card', [{ company: null }], []],
  ['what is gone from the card', [{ company: null }, {}, { company: 'Navy' }], ['company: Navy → ']],
  ['what is gone, but is not what the contact has', [{ company: null }, {}, { company: 'UNIVAC' }], []],
  ['a needed address that is gone', [{ primaryEmail: null }, {}, { email: 'grace@navy.example' }], []],
  [
    'what is in another place of the contact',
    [{ primaryEmail: 'g@home.example' }, { moreEmails: [{ value: 'g@home.example', label: '' }] }],
    [],
  ],
  [
    'another main address, while theirs is still on the card',
    [{ primaryEmail: 'g@home.example', workEmail: 'grace@navy.example' }],
    [],
  ],
  [
    'only a work number',
    [{ primaryPhone: null, workPhone: '+1 202 555 0199' }],
    ['phone: (+1) 202-555-0143 → +1 202 555 0199'],
  ],
  ['what the exchange form refuses', [{ primaryEmail: 'nobody', website: 'javascript:alert(1)' }], []],
  ['direction overrides', [{ company: 'Na\u202Evy Inc' }], ['company: Navy → Navy Inc']],
])('compares %s', (_about, given, expected) => {
  expect(changes(...given)).toEqual(expected);
});

it('an offer that is accepted settles only what is alike', () => {
  expect(listAgreed({ ...CONTACT, company: 'UNIVAC' }, CARD)).toEqual({
    fullName: 'Grace Hopper',
    email: 'grace@navy.example',
    phone: '+1 202 555 0143',
    jobTitle: '',
    website: 'https://navy.example/',
  });
});
