import type { Case } from '#test/access/case.ts';

/** The calls about ways to sign in, and those about other providers, none of which is configured in this test. */
export const LINKED_SIGN_INS: Case[] = [
  {
    route: 'GET /api/auth/identities',
    shows: ({ linkedIdentityId }) => linkedIdentityId,
  },
  {
    route: 'POST /api/auth/identities',
    expected: [401, 404, 404, 404],
    body: () => ({ provider: 'google' }),
  },
  { route: 'POST /api/auth/identities/waiting', expected: [401, 409, 409, 409], body: () => ({}) },
];
