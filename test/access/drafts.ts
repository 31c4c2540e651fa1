import { type Case, OWNER, SIGNED_IN } from '#test/access/case.ts';

/** The part of `expected.ts` about drafts. */
export const DRAFTS: Case[] = [
  {
    route: 'GET /api/drafts',
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' draft')),
  },

  // Everybody else makes a draft of their own under the same id.
  {
    route: 'PUT /api/drafts/{id}',
    expected: SIGNED_IN,
    body: () => ({ cardId: null, baseVersion: null, fields: {}, before: {}, revision: 2 }),
    byNewPeople: true,
  },
  {
    route: 'PUT /api/drafts/{id}',
    about: 'of a card',
    expected: OWNER,
    body: ({ cardId }) => ({ cardId, baseVersion: 1, fields: {}, before: {}, revision: 2 }),
  },
];
