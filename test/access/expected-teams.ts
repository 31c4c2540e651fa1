import type { Case } from '#test/access/case.ts';

/** The expected statuses of calls about a team in which the owner of the estate is a member; see `server/teams/members/roles.test.ts`. */

const MEMBER = [401, 404, 403, 404] as const;
const teamOf = (owner: { privateMarks: string[] }) =>
  owner.privateMarks.filter((mark) => mark.endsWith(' team'));
const toNobody = { userId: 'nobody' };

export const TEAMS: readonly Case[] = [
  { route: 'GET /api/teams', shows: teamOf },
  // Nobody here has confirmed their address.
  { route: 'POST /api/teams', expected: [401, 409, 409, 409], body: () => ({ name: 'Acme' }) },
  { route: 'GET /api/teams/{id}', shows: teamOf },
  { route: 'PATCH /api/teams/{id}', expected: MEMBER, body: () => ({ name: 'Acme' }) },
  { route: 'DELETE /api/teams/{id}', expected: MEMBER, body: () => ({ name: 'Acme' }) },
  { route: 'POST /api/teams/{id}/restore', expected: MEMBER },
  { route: 'GET /api/teams/{id}/members', shows: ({ id }) => id },
  { route: 'GET /api/teams/{id}/brand', expected: MEMBER },
  { route: 'PUT /api/teams/{id}/brand', expected: MEMBER, body: () => ({ fields: {} }) },
  { route: 'GET /api/teams/{id}/figures', expected: MEMBER },
  { route: 'GET /api/teams/{id}/figures/holders', expected: MEMBER },
  { route: 'GET /api/teams/{id}/figures/cards', expected: MEMBER },
  { route: 'GET /api/teams/{id}/history', expected: MEMBER },
  { route: 'GET /api/teams/{id}/page' },
  { route: 'PUT /api/teams/{id}/page', expected: MEMBER, body: () => ({ isPublic: true }) },
  {
    route: 'PUT /api/teams/{id}/page/cards/{cardId}',
    expected: [401, 404, 404, 404],
    body: () => ({ isListed: true }),
  },
  { route: 'PATCH /api/teams/{id}/members/{userId}', expected: MEMBER, body: () => ({ role: 'admin' }) },
  { route: 'DELETE /api/teams/{id}/members/{userId}', expected: MEMBER },
  { route: 'POST /api/teams/{id}/handover', expected: MEMBER, body: () => toNobody },
  { route: 'DELETE /api/teams/{id}/handover', expected: MEMBER },
  { route: 'GET /api/teams/{id}/billing', expected: MEMBER },
  { route: 'GET /api/teams/{id}/billing/quote', expected: MEMBER },
  { route: 'GET /api/teams/{id}/billing/cancellation', expected: MEMBER },
  { route: 'GET /api/teams/{id}/billing/invoices', expected: MEMBER },
  { route: 'PUT /api/teams/{id}/billing/details', expected: MEMBER, body: () => ({ reference: 'PO 7' }) },
  { route: 'POST /api/teams/{id}/billing/refresh', expected: MEMBER },
  { route: 'POST /api/teams/{id}/billing/checkout', expected: MEMBER },
  { route: 'POST /api/teams/{id}/billing/end-trial', expected: MEMBER, body: () => ({ cards: 1 }) },
  { route: 'POST /api/teams/{id}/billing/portal', expected: MEMBER },
  { route: 'POST /api/teams/{id}/billing/cancel', expected: MEMBER },
  { route: 'POST /api/teams/{id}/billing/resume', expected: MEMBER },
  { route: 'GET /api/teams/{id}/successions', expected: MEMBER },
  {
    route: 'POST /api/teams/{id}/cards/{cardId}/succession',
    expected: MEMBER,
    body: () => ({ successor: null }),
  },
  { route: 'DELETE /api/teams/{id}/cards/{cardId}/succession', expected: MEMBER },
  { route: 'GET /api/teams/{id}/waiting', shows: () => [] },
  { route: 'POST /api/teams/{id}/waiting/{inviteId}', expected: [401, 404, 404, 404] },
  { route: 'GET /api/teams/{id}/members/{userId}/cards', expected: MEMBER },
  { route: 'GET /api/teams/{id}/leavers', expected: MEMBER },
  { route: 'POST /api/teams/{id}/leavers/{userId}', expected: MEMBER },
  { route: 'GET /api/teams/asking', shows: () => [] },
  { route: 'POST /api/teams/{id}/return', expected: [401, 404, 404, 404] },
  // Only who was asked.
  { route: 'POST /api/teams/{id}/handover/accept', expected: [401, 404, 409, 404] },
];
