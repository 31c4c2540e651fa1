import { type Case, SIGNED_IN } from '#test/access/case.ts';
import type { Estate } from '#test/access/estate.ts';

/** The expected status of the calls of `shared/people/contact-book.ts`. */

const note = ({ noteId }: Estate) => noteId;
const filter = ({ filterId }: Estate) => filterId;
const operation = ({ operationId }: Estate) => operationId;
const NOBODY_ELSES = [401, 404, 404, 404] as const;

export const CONTACT_BOOK: Case[] = [
  { route: 'GET /api/contacts/{id}', shows: note },
  { route: 'GET /api/contacts/{id}/timeline', shows: note },

  { route: 'POST /api/contacts/{id}/notes', body: () => ({ text: 'Hello' }) },
  {
    route: 'PATCH /api/contacts/notes/{id}',
    id: note,
    body: () => ({ text: 'Hello' }),
  },
  { route: 'DELETE /api/contacts/notes/{id}', id: note },

  // The tag's name in the path is nobody's.
  { route: 'DELETE /api/contacts/tags/{name}', expected: NOBODY_ELSES },

  {
    route: 'PUT /api/contacts/event',
    body: () => ({ name: 'Fair', endsAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },

  { route: 'GET /api/contacts/filters', shows: filter },
  { route: 'POST /api/contacts/filters', expected: SIGNED_IN, body: () => ({ name: 'Mine', query: {} }) },
  { route: 'DELETE /api/contacts/filters/{id}', id: filter },
  {
    route: 'POST /api/contacts/bulk',
    body: ({ contactId }) => ({ action: 'favorite', ids: [contactId] }),
    shows: () => '"done":1',
  },
  { route: 'GET /api/contacts/operations', shows: operation },
  { route: 'GET /api/contacts/operations/{id}', id: operation },
  { route: 'POST /api/contacts/operations/{id}/undo', id: operation },

  {
    route: 'POST /api/contacts/duplicates/apart',
    expected: NOBODY_ELSES,
    body: ({ contactId }) => ({ ids: [contactId, 'missing'] }),
  },
  {
    route: 'POST /api/contacts/merge',
    expected: NOBODY_ELSES,
    body: ({ contactId }) => ({ keep: contactId, others: ['missing'] }),
  },
];
