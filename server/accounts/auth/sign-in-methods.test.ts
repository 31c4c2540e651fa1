import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { linkedIdentities, passkeys } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('A linked sign-in with a provider that this server does not have is no way in, and can be removed', async () => {
  const { call, id: userId } = await signUp(server);
  const { db } = server.running.app;
  const [passkey, identity] = [`passkey-${userId}`, `identity-${userId}`];
  const key = { credentialId: passkey, publicKey: Buffer.from('x'), counter: 0, name: 'Phone' };
  await db.insert(passkeys).values({ id: passkey, userId, ...key });
  await db
    .insert(linkedIdentities)
    .values({ id: identity, userId, provider: 'gone', issuer: 'https://gone.example', subject: userId });
  expect((await call('POST', '/api/account/confirm', { password: PASSWORD })).status).toBe(200);
  await db.update(users).set({ password: null }).where(eq(users.id, userId));
  expect((await call('DELETE', `/api/account/passkeys/${passkey}`)).body).toMatchObject({
    code: 'conflict',
    message: 'This passkey is the only way into your account. Set a password first.',
  });
  expect((await call('DELETE', `/api/auth/identities/${identity}`)).status).toBe(200);
});
