import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { teamInvites } from '#server/db/schema/teams.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import { claimPath } from '#shared/teams/claim-path.ts';
import { PASSWORD } from '#test/factories.ts';
import { claimOf, confirmEmail, inviteByMail, tokenIn } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer, type TestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

let guests = 0;
const newcomer = () => {
  guests += 1;
  const username = `invited${guests}`;
  return { username, email: `${username}@example.org`, password: PASSWORD, fullName: 'Grace Hopper' };
};

async function register(server: TestServer, person: object) {
  const call = server.client();
  const { status, body } = await call('POST', '/api/auth/register', person);
  expect(status).toBe(200);
  return { call, ...body };
}

describe('Registration by an invite', () => {
  const server = startTestServer(WITH_MAIL);
  const mailbox = openMailbox(server);

  async function invite(email: string) {
    const { teamId, admin } = await addWholeTeam(server);
    return { teamId, ...(await inviteByMail(admin.call, mailbox, teamId, email)) };
  }

  it('confirms the address that the link was mailed to, and goes on to the claim', async () => {
    const person = newcomer();
    const { teamId, token, path: claim } = await invite(person.email.toUpperCase());
    const { call, user, next } = await register(server, { ...person, invite: token });
    expect({ next, isConfirmed: user.isEmailConfirmed }).toEqual({
      next: claimPath(teamId, token),
      isConfirmed: true,
    });
    expect((await call('POST', claim)).status).toBe(200);
    expect(mailbox.to(person.email).filter(({ subject }) => subject.startsWith('Confirm'))).toEqual([]);
  });

  it('confirms no other address', async () => {
    const { teamId, token, path: claim } = await invite(newcomer().email);
    const { call, user, next } = await register(server, { ...newcomer(), invite: token });
    expect({ next, isConfirmed: user.isEmailConfirmed }).toEqual({
      next: claimPath(teamId, token),
      isConfirmed: false,
    });
    expect((await call('POST', claim)).status).toBe(409);
  });

  it.each(['expired', 'claimed', 'unknown', 'malformed'])(
    'is like any other with a link that is %s',
    async (state) => {
      const person = newcomer();
      const { id, token } = await invite(person.email);
      const { db } = server.running.app;
      const set = state === 'expired' ? { expiresAt: new Date() } : { claimedAt: new Date() };
      if (state === 'expired' || state === 'claimed') {
        await db.update(teamInvites).set(set).where(eq(teamInvites.id, id));
      }
      const tokens: Record<string, string> = { unknown: 'x'.repeat(43), malformed: "' or true \u0000" };
      const { user, next } = await register(server, { ...person, invite: tokens[state] ?? token });
      expect({ next, isConfirmed: user.isEmailConfirmed }).toEqual({ next: '/checkout', isConfirmed: false });
    },
  );

  it('without one goes on to the checkout', async () => {
    expect((await register(server, newcomer())).next).toBe('/checkout');
  });
});

describe('Where no mail is sent', () => {
  const server = startTestServer();

  it('an invite waits in the outbox, and its link confirms nothing', { tags: ['thorough'] }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const person = newcomer();
    const people = [{ email: person.email, fullName: person.fullName }];
    expect((await admin.call('POST', `/api/teams/${teamId}/invites`, { people })).status).toBe(200);
    const outbox = path.join(server.running.app.config.dataDir, 'outbox');
    const find = async () => (await readOutbox(outbox)).find(({ to }) => to === person.email);
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    const token = tokenIn(await find());
    const { call, user, next } = await register(server, { ...person, invite: token });
    expect({ next, isConfirmed: user.isEmailConfirmed }).toEqual({
      next: claimPath(teamId, token),
      isConfirmed: false,
    });
    const refused = await call('POST', claimOf(teamId, token));
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Confirm your email') },
    });
    await confirmEmail(server, user.id);
    expect((await call('POST', claimOf(teamId, token))).status).toBe(200);
  });
});
