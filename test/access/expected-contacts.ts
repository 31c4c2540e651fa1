import { type Case, LEFT_AT_CARD, OWNER, SIGNED_IN } from '#test/access/case.ts';
import type { Estate } from '#test/access/estate.ts';

/** The expected status of the calls about contacts, leads and what waits for review. */

export const visitor = { fullName: 'Grace Hopper', email: 'grace@example.com' };
const named = (what: string) => (owner: Estate) =>
  owner.privateMarks.filter((mark) => mark.endsWith(` ${what}`));
const chosen = ({ submissionId }: Estate) => ({ ids: [submissionId] });
const all = () => ({ asOf: new Date(Date.now() + 60_000).toISOString() });

const PEOPLE: Case[] = [
  { route: 'GET /api/contacts', expected: SIGNED_IN, shows: named('contact') },
  {
    route: 'GET /api/contacts',
    about: 'searched',
    expected: SIGNED_IN,
    query: '?q=estate',
    shows: named('contact'),
  },
  { route: 'POST /api/contacts', expected: SIGNED_IN, body: () => visitor },
  { route: 'GET /api/contacts/people', about: 'contacts', expected: SIGNED_IN, shows: named('contact') },
  { route: 'GET /api/contacts/people', about: 'leads', expected: SIGNED_IN, shows: named('lead') },
  { route: 'GET /api/contacts/summary', expected: SIGNED_IN, shows: () => '"contacts":1,"leads":1' },
  { route: 'GET /api/contacts/export', expected: SIGNED_IN, shows: named('contact') },
  {
    route: 'GET /api/contacts/export',
    about: 'all columns',
    expected: SIGNED_IN,
    query: '?columns=all',
    shows: (owner) => ['contact', 'lead'].map(named).flatMap((of) => of(owner)),
  },
  { route: 'GET /api/contacts/{id}/vcard', about: 'of a contact', expected: OWNER, shows: named('contact') },
  {
    route: 'GET /api/contacts/{id}/vcard',
    about: 'of a lead',
    expected: OWNER,
    id: ({ leadId }) => leadId,
    shows: named('lead'),
  },
  { route: 'POST /api/contacts/{id}/favorite', expected: OWNER },
  { route: 'PATCH /api/contacts/{id}', expected: OWNER, body: () => ({ notes: 'Changed' }) },
  { route: 'DELETE /api/contacts/{id}', expected: OWNER },
  {
    route: 'GET /api/contacts/{id}/followup-suggestions',
    expected: { public: OWNER, paused: OWNER, deleted: OWNER },
  },
  {
    route: 'POST /api/contacts/{id}/followup-suggestions',
    expected: { public: OWNER, paused: OWNER, deleted: OWNER },
    body: () => ({ tone: 'friendly' }),
  },
  { route: 'POST /api/contacts/{id}/followed-up', expected: OWNER, body: () => ({ way: 'mail' }) },
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
  { route: 'GET /api/contacts/leads', expected: SIGNED_IN, shows: named('lead') },
  { route: 'POST /api/contacts/leads/{id}/convert', expected: OWNER, shows: named('lead') },
  {
    route: 'POST /api/contacts/leads/{id}/convert',
    about: 'a second time',
    expected: OWNER,
    id: ({ contactId }) => contactId,
    shows: named('contact'),
  },
  { route: 'PATCH /api/contacts/leads/{id}', expected: OWNER, body: () => ({ status: 'won' }) },
  { route: 'DELETE /api/contacts/leads/{id}', expected: OWNER },
];

const UNREVIEWED: Case[] = [
  { route: 'GET /api/contacts/unreviewed', expected: SIGNED_IN, shows: named('submission') },
  { route: 'GET /api/contacts/unreviewed/count', expected: SIGNED_IN, shows: () => '"count":1' },
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
  { route: 'POST /api/contacts/unreviewed/{id}/block-address', expected: OWNER },
  { route: 'POST /api/contacts/unreviewed/undo', expected: OWNER, body: ({ review }) => ({ review }) },
  { route: 'GET /api/sms', expected: SIGNED_IN },
  { route: 'GET /api/sms/messages', expected: SIGNED_IN, shows: named('text') },
  { route: 'GET /api/contacts/blocks', expected: SIGNED_IN, shows: named('sender') },
  {
    route: 'POST /api/contacts/blocks',
    expected: SIGNED_IN,
    body: ({ blockedEmail }) => ({ email: blockedEmail }),
    shows: ({ blockId }) => blockId,
  },
  { route: 'DELETE /api/contacts/blocks/{id}', expected: OWNER },
];

export const CONTACTS: readonly Case[] = [...PEOPLE, ...UNREVIEWED];
