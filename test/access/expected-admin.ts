import type { Case } from '#test/access/case.ts';

/** The administrators' calls; see `expected.ts`. */

const reason = { reason: 'Asked for by its owner' };

/** By the time the owner asks, the administrator has ended the owner's session. */
const SIGNED_OUT_BY_THEN = [401, 403, 401, 200] as const;

export const ADMIN: readonly Case[] = [
  {
    route: 'POST /api/admin/users/{id}/trial',
    body: () => ({ days: 3 }),
    isForVisitors: true,
  },

  {
    route: 'POST /api/admin/users/{id}/suspend',
    expected: SIGNED_OUT_BY_THEN,
    body: () => ({ ...reason, hidesPages: true }),
    isForVisitors: true,
  },
  // Nobody is suspended here.
  { route: 'POST /api/admin/users/{id}/restore', expected: [401, 403, 403, 409], body: () => reason },
  {
    route: 'POST /api/admin/users/{id}/end-sessions',
    expected: SIGNED_OUT_BY_THEN,
    body: () => reason,
    isForVisitors: true,
  },
  // This server sends no mail.
  { route: 'POST /api/admin/users/{id}/reset', expected: [401, 403, 403, 409], body: () => reason },
  {
    route: 'DELETE /api/admin/users/{id}',
    expected: SIGNED_OUT_BY_THEN,
    body: ({ username }) => ({ ...reason, username }),
    isForVisitors: true,
  },
  {
    route: 'POST /api/admin/teams/{id}/suspend',
    body: () => ({ ...reason, hidesPages: true }),
    isForVisitors: true,
  },
  // It is neither suspended nor deleted, and its username is another one.
  { route: 'POST /api/admin/teams/{id}/restore', expected: [401, 403, 403, 409], body: () => reason },
  { route: 'POST /api/admin/teams/{id}/bring-back', expected: [401, 403, 403, 409], body: () => reason },
  {
    route: 'DELETE /api/admin/teams/{id}',
    expected: [401, 403, 403, 422],
    body: ({ username }) => ({ ...reason, username }),
  },
  {
    route: 'POST /api/admin/teams/{id}/owner',
    expected: [401, 403, 403, 404],
    body: () => ({ ...reason, username: 'nobody-here' }),
  },
  { route: 'GET /api/admin/archives/{id}', expected: [401, 403, 403, 404] },

  // There is no such job, but only administrators may know.
  { route: 'POST /api/admin/jobs/{id}/retry', expected: [401, 403, 403, 404] },
];
