import { type Case, NOBODY } from '#test/access/case.ts';
import { formOf } from '#test/imports.ts';

/** The expected status of the calls of `shared/teams/claims.ts`: the owner is a member of the team. */

const MEMBER = [401, 404, 403, 404] as const;
/** The token in the path is nobody's. */
const NO_TOKEN = [401, 404, 404, 404] as const;

export const CLAIMS: Case[] = [
  {
    route: 'POST /api/teams/{id}/invites',
    expected: MEMBER,
    body: () => ({ people: [{ email: 'grace@example.com', fullName: 'Grace Hopper' }] }),
  },
  { route: 'GET /api/teams/{id}/invites', expected: MEMBER },
  { route: 'POST /api/teams/{id}/invites/{inviteId}/resend', expected: MEMBER },
  { route: 'GET /api/teams/{id}/lists', expected: MEMBER },
  {
    route: 'POST /api/teams/{id}/lists',
    expected: MEMBER,
    body: () => formOf('Name,Email\nAda,ada@example.com', 'a.csv'),
  },
  { route: 'GET /api/teams/{id}/lists/{listId}', expected: MEMBER },
  { route: 'PUT /api/teams/{id}/lists/{listId}/columns', expected: MEMBER, body: () => ({ targets: [] }) },
  { route: 'POST /api/teams/{id}/lists/{listId}/start', expected: MEMBER, body: () => ({}) },
  { route: 'POST /api/teams/{id}/lists/{listId}/cancel', expected: MEMBER },
  { route: 'POST /api/teams/{id}/lists/{listId}/undo', expected: MEMBER },
  { route: 'DELETE /api/teams/{id}/invites/{inviteId}', expected: MEMBER },
  { route: 'GET /api/teams/{id}/claims/{token}', expected: NOBODY },
  { route: 'POST /api/teams/{id}/claims/{token}', expected: NO_TOKEN },
  { route: 'POST /api/teams/{id}/claims/{token}/ask', expected: NO_TOKEN },
  { route: 'POST /api/teams/{id}/claims/{token}/refuse', expected: NOBODY },
];
