import { type Case, OWNER, SIGNED_IN } from '#test/access/case.ts';
import type { Estate } from '#test/access/estate.ts';

/** The expected status of the calls of `shared/people/contact-book.ts`. */

const note = ({ noteId }: Estate) => noteId;
const filter = ({ filterId }: Estate) => filterId;
const operation = ({ operationId }: Estate) => operationId;
const NOBODY_ELSES = [401, 404, 404, 404] as const;

export const CONTACT_BOOK: Case[] = [
  { route: 'GET /api/contacts/{id}', expected: OWNER, shows: note },
  { route: 'GET /api/contacts/{id}/history', expected: OWNER },
  { route: 'POST /api/contacts/{id}/notes', expected: OWNER, body: () => ({ text: 'Hello' }) },
  {
    route: 'PATCH /api/contacts/notes/{id}',
    expected: OWNER,
    id: note,
    body: () => ({ text: 'Hello' }),
  },
  { route: 'DELETE /api/contacts/notes/{id}', expected: OWNER, id: note },
  { route: 'GET /api/contacts/tags', expected: SIGNED_IN },
  // The tag's name in the path is nobody's.
  { route: 'DELETE /api/contacts/tags/{name}', expected: NOBODY_ELSES },
  { route: 'GET /api/contacts/event', expected: SIGNED_IN },
  {
    route: 'PUT /api/contacts/event',
    expected: SIGNED_IN,
    body: () => ({ name: 'Fair', endsAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  { route: 'DELETE /api/contacts/event', expected: SIGNED_IN },
  { route: 'GET /api/contacts/filters', expected: SIGNED_IN, shows: filter },
  { route: 'POST /api/contacts/filters', expected: SIGNED_IN, body: () => ({ name: 'Mine', query: {} }) },
  { route: 'DELETE /api/contacts/filters/{id}', expected: OWNER, id: filter },
  {
    route: 'POST /api/contacts/bulk',
    expected: SIGNED_IN,
    body: ({ contactId }) => ({ action: 'favorite', ids: [contactId] }),
    shows: () => '"done":1',
  },
  { route: 'GET /api/contacts/operations/{id}', expected: OWNER, id: operation },
  { route: 'POST /api/contacts/operations/{id}/undo', expected: OWNER, id: operation },
  { route: 'GET /api/contacts/duplicates', expected: SIGNED_IN },
  { route: 'GET /api/contacts/duplicates/count', expected: SIGNED_IN },
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
