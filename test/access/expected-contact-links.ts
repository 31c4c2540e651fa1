import { type Case, OWNER, SIGNED_IN } from '#test/access/case.ts';
import type { Estate } from '#test/access/estate.ts';

/** The expected status of the calls of `shared/people/contact-links.ts`. */

const link = ({ linkId }: Estate) => linkId;

export const CONTACT_LINKS: Case[] = [
  { route: 'GET /api/contacts/{id}/links', expected: OWNER, shows: link },
  { route: 'GET /api/contacts/links/news', expected: SIGNED_IN },
  {
    route: 'POST /api/contacts/links/{id}/accept',
    expected: OWNER,
    body: ({ cardId }) => ({ cardId }),
  },
  { route: 'POST /api/contacts/links/{id}/refuse', expected: OWNER },
  // The card says nothing of a company.
  {
    route: 'POST /api/contacts/links/{id}/changes',
    expected: [401, 404, 409, 404],
    body: () => ({ accepted: { company: 'Navy' } }),
  },
  { route: 'GET /api/contacts/links/given', expected: SIGNED_IN, shows: link },
  {
    route: 'PUT /api/contacts/links/{id}/offer',
    expected: OWNER,
    body: ({ cardId }) => ({ cardId }),
  },
  { route: 'DELETE /api/contacts/links/{id}/offer', expected: OWNER },
];
