import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const signedIn = async () => (await signUp(server)).call;

describe('Who is signed in', () => {
  it.each([
    ['/auth/login', '/dashboard'],
    ['/auth/register', '/dashboard'],
    ['/auth/login?next=%2Fcontacts%3Ffilter%3Drecent', '/contacts?filter=recent'],
    ['/auth/login?next=%2F%09%2Fevil.example', '/dashboard'],
    ['/auth/login?next=%2F%2Fevil.example', '/dashboard'],
    ['/auth/login?next=%2Fcards&next=%2Fcontacts', '/dashboard'],
    ['/auth/login?next=%2F%E2%82%AC', '/%E2%82%AC'],
  ])('is led from %s to %s', async (asked, destination) => {
    const call = await signedIn();
    const { status, headers } = await call('GET', asked);
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      303,
      destination,
      'no-store',
    ]);
  });
});

it('Who is not, or no longer, gets the form', async () => {
  const call = await signedIn();
  expect((await call('POST', '/api/auth/logout')).status).toBe(200);
  for (const client of [call, server.client()]) {
    const { status } = await client('GET', '/auth/login?next=%2Fcontacts');
    // Tests also run when the app has not been built.
    expect([200, 503]).toContain(status);
  }
});
