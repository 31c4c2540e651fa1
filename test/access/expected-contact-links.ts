import type { Case } from '#test/access/case.ts';
import type { Estate } from '#test/access/estate.ts';

/** The expected status of the calls of `shared/people/contact-links.ts`. */

const link = ({ linkId }: Estate) => linkId;

export const CONTACT_LINKS: Case[] = [
  { route: 'GET /api/contacts/{id}/links', shows: link },

  {
    route: 'POST /api/contacts/links/{id}/accept',
    body: ({ cardId }) => ({ cardId }),
  },

  // The card says nothing of a company.
  {
    route: 'POST /api/contacts/links/{id}/changes',
    expected: [401, 404, 409, 404],
    body: () => ({ accepted: { company: 'Navy' } }),
  },
  { route: 'GET /api/contacts/links/given', shows: link },
  {
    route: 'PUT /api/contacts/links/{id}/offer',
    body: ({ cardId }) => ({ cardId }),
  },
];
