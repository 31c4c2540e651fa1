import { type Case, LEFT_AT_CARD, OWNER, SIGNED_IN } from '#test/access/case.ts';
import type { Estate } from '#test/access/estate.ts';

/** The expected status of the calls about contacts, leads and what waits for review. */

export const visitor = { fullName: 'Grace Hopper', email: 'grace@example.com' };
const named = (what: string) => (owner: Estate) =>
  owner.privateMarks.filter((mark) => mark.endsWith(` ${what}`));
const chosen = ({ submissionId }: Estate) => ({ ids: [submissionId] });
const all = () => ({ asOf: new Date(Date.now() + 60_000).toISOString() });

const PEOPLE: Case[] = [
  { route: 'GET /api/contacts', shows: named('contact') },
  {
    route: 'GET /api/contacts',
    about: 'searched',
    query: '?q=estate',
    shows: named('contact'),
  },
  { route: 'POST /api/contacts', body: () => visitor },
  { route: 'GET /api/contacts/people', about: 'contacts', shows: named('contact') },
  { route: 'GET /api/contacts/people', about: 'leads', shows: named('lead') },
  { route: 'POST /api/contacts/released/restore', body: () => ({ holderId: 'nobody' }) },
  { route: 'GET /api/contacts/summary', shows: () => '"contacts":1,"leads":1' },
  { route: 'GET /api/contacts/export', shows: named('contact') },
  {
    route: 'GET /api/contacts/export',
    about: 'all columns',
    query: '?columns=all',
    shows: (owner) => ['contact', 'lead'].map(named).flatMap((of) => of(owner)),
  },
  { route: 'GET /api/contacts/{id}/vcard', about: 'of a contact', shows: named('contact') },
  {
    route: 'GET /api/contacts/{id}/vcard',
    about: 'of a lead',
    id: ({ leadId }) => leadId,
    shows: named('lead'),
  },

  { route: 'PATCH /api/contacts/{id}', body: () => ({ notes: 'Changed' }) },

  {
    route: 'GET /api/contacts/{id}/followup-suggestions',
    expected: { public: OWNER, paused: OWNER, deleted: OWNER },
  },
  {
    route: 'POST /api/contacts/{id}/followup-suggestions',
    expected: { public: OWNER, paused: OWNER, deleted: OWNER },
    body: () => ({ tone: 'friendly' }),
  },
  { route: 'POST /api/contacts/{id}/followed-up', body: () => ({ way: 'mail' }) },
  {
    route: 'POST /api/contacts/exchange',
    expected: LEFT_AT_CARD,
    body: ({ cardId }) => ({ ...visitor, cardId }),
    isForVisitors: true,
  },
  {
    route: 'POST /api/cards/{id}/leads',
    expected: LEFT_AT_CARD,
    body: () => ({ name: visitor.fullName, email: visitor.email }),
    isForVisitors: true,
  },
  { route: 'GET /api/contacts/leads', shows: named('lead') },
  { route: 'POST /api/contacts/leads/{id}/convert', shows: named('lead') },
  {
    route: 'POST /api/contacts/leads/{id}/convert',
    about: 'a second time',
    id: ({ contactId }) => contactId,
    shows: named('contact'),
  },
  { route: 'PATCH /api/contacts/leads/{id}', body: () => ({ status: 'won' }) },
];

const UNREVIEWED: Case[] = [
  { route: 'GET /api/contacts/unreviewed', shows: named('submission') },
  { route: 'GET /api/contacts/unreviewed/count', shows: () => '"count":1' },
  ...(['keep', 'delete', 'report'] as const).flatMap((decision): Case[] => [
    {
      route: `POST /api/contacts/unreviewed/${decision}`,
      expected: SIGNED_IN,
      body: chosen,
      shows: () => '"count":1',
    },
    {
      route: `POST /api/contacts/unreviewed/${decision}`,
      about: 'all',
      expected: SIGNED_IN,
      body: all,
      shows: () => '"count":1',
    },
  ]),

  { route: 'POST /api/contacts/unreviewed/undo', expected: OWNER, body: ({ review }) => ({ review }) },

  { route: 'GET /api/sms/messages', shows: named('text') },
  { route: 'GET /api/contacts/blocks', shows: named('sender') },
  {
    route: 'POST /api/contacts/blocks',
    body: ({ blockedEmail }) => ({ email: blockedEmail }),
    shows: ({ blockId }) => blockId,
  },
];

export const CONTACTS: readonly Case[] = [...PEOPLE, ...UNREVIEWED];
