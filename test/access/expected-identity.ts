import type { Case } from '#test/access/case.ts';

/** The expected statuses of the calls by which people prove who they are. Everyone here has done so just now. */

const clientDataJSON = Buffer.from('{"challenge":"none"}').toString('base64url');
const NO_PASSKEY = {
  id: 'none',
  type: 'public-key',
  response: { clientDataJSON, attestationObject: 'none' },
};
const NO_ANSWER = {
  id: 'none',
  type: 'public-key',
  response: { clientDataJSON, authenticatorData: 'none', signature: 'none' },
};

export const IDENTITY: readonly Case[] = [
  {
    route: 'GET /api/account/security',
    shows: (owner) => owner.privateMarks.filter((mark) => mark.endsWith(' passkey')),
  },
  {
    route: 'POST /api/account/confirm',
    body: () => ({ password: 'correct horse' }),
  },

  { route: 'POST /api/account/passkeys', expected: [401, 422, 422, 422], body: () => NO_PASSKEY },
  {
    route: 'PATCH /api/account/passkeys/{id}',
    body: () => ({ name: 'Renamed' }),
  },

  { route: 'POST /api/auth/passkey', expected: [401, 401, 401, 401], body: () => NO_ANSWER },

  // Nobody has codes that are on, and new people have not begun.
  {
    route: 'POST /api/account/two-step/confirm',
    expected: [401, 409, 409, 409],
    body: () => ({ code: '123456' }),
    byNewPeople: true,
  },

  { route: 'POST /api/account/two-step/recovery-codes', expected: [401, 409, 409, 409] },

  { route: 'POST /api/auth/two-step', expected: [401, 401, 401, 401], body: () => ({ code: '123456' }) },
];
