import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamMembers } from '#server/db/schema/users.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { confirmEmail, inviteByMail, signUpConfirmed, tokenIn } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

let passed = 0;
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + passed));
const mailbox = openMailbox(server);
const INVITE = /prepared a/;

async function invited(email?: string) {
  const team = await addWholeTeam(server);
  const person = await signUpConfirmed(server, 'Grace Hopper');
  const { teamId, admin } = team;
  const sent = await inviteByMail(admin.call, mailbox, teamId, email ?? person.email);
  return { ...team, ...sent, person, one: `/api/teams/${teamId}/invites/${sent.id}` };
}

describe('Sending an invite again', () => {
  it('makes a new link that works for seven days, and ends the former one', {
    tags: ['thorough'],
  }, async () => {
    const { one, path, teamId, owner, admin, person } = await invited();
    await person.call('GET', path);
    expect((await admin.call('GET', `/api/teams/${teamId}/invites`)).body[0].state).toBe('opened');
    passed += 6 * DAY_MS;
    const { status, body } = await owner.call('POST', `${one}/resend`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'prepared', problem: null, invitedBy: 'Olive Owner' });
    expect((await person.call('POST', path)).status).toBe(404);
    const mails = await mailbox.wait(person.email, 2, INVITE);
    const again = path.replace(/[^/]+$/, tokenIn(mails.at(-1)));
    expect(again).not.toBe(path);
    passed += 6 * DAY_MS;
    // Whoever invited first has left; the one who sent it again has not.
    await server.running.app.db.delete(teamMembers).where(eq(teamMembers.userId, admin.id));
    expect((await person.call('POST', again)).status).toBe(200);
  });

  it('waits until a card that was deleted is restored', { tags: ['thorough'] }, async () => {
    const { one, teamId, cardId, admin, person } = await invited();
    passed += 2 * DAY_MS;
    const card = `/api/cards/${cardId}`;
    expect((await admin.call('DELETE', `${card}?account=${teamId}`)).status).toBe(200);
    const refused = await admin.call('POST', `${one}/resend`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This card was deleted. Restore it, or revoke the invite and prepare a new one.',
    ]);
    expect((await admin.call('POST', `${card}/restore?account=${teamId}`)).status).toBe(200);
    expect((await admin.call('POST', `${one}/resend`)).status).toBe(200);
    await mailbox.wait(person.email, 2, INVITE);
  });

  it('is for those who run the team, and for an invite that is open', async () => {
    const { one, path, admin, member, outsider, person } = await invited();
    for (const [{ call }, status] of [
      [member, 403],
      [outsider, 404],
    ] as const) {
      expect((await call('POST', `${one}/resend`)).status).toBe(status);
      expect((await call('DELETE', one)).status).toBe(status);
    }
    const other = await addWholeTeam(server);
    const foreign = one.replace(/teams\/[^/]+/, `teams/${other.teamId}`);
    expect((await other.owner.call('POST', `${foreign}/resend`)).status).toBe(404);
    expect((await other.owner.call('DELETE', foreign)).status).toBe(404);
    await person.call('POST', path);
    passed += 2 * DAY_MS;
    for (const answer of [await admin.call('POST', `${one}/resend`), await admin.call('DELETE', one)]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('already claimed') },
      });
    }
  });
});

describe('To one address', () => {
  it('goes one mail a day and three in all from a team', { tags: ['thorough'] }, async () => {
    const { one, path, teamId, admin, person } = await invited();
    const resend = () => admin.call('POST', `${one}/resend`);
    passed += 23 * HOUR_MS;
    const list = `/api/teams/${teamId}/invites`;
    const sendableAt = async () => (await admin.call('GET', list)).body[0].sendableAt;
    await expect.poll(sendableAt).toEqual(expect.any(String));
    const early = await resend();
    expect(early).toMatchObject({ status: 409, body: { message: expect.stringContaining('last 24 hours') } });
    // The link sent before still works.
    expect((await person.call('GET', path)).body.state).toBe('open');
    for (const mails of [2, 3]) {
      passed += 2 * DAY_MS;
      expect(await sendableAt()).toBeNull();
      const answers = await Promise.all([resend(), resend(), resend()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await mailbox.wait(person.email, mails, INVITE)).toHaveLength(mails);
    }
    passed += 20 * DAY_MS;
    expect((await resend()).body.message).toContain('all that we send');
  });

  it('goes no more of them because it is written in another way', { tags: ['thorough'] }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const people = ['a.b@gmail.com', 'ab+team@googlemail.com', 'A.B+x@gmail.com'].map((email) => ({
      email,
      fullName: 'Grace Hopper',
    }));
    const { status, body } = await admin.call('POST', `/api/teams/${teamId}/invites`, { people });
    expect(status).toBe(200);
    const problems = body.map(({ problem }: { problem: string | null }) => problem);
    const today = expect.stringContaining('last 24 hours');
    expect(problems).toEqual([null, today, today]);
  });

  it('goes one a week from all other teams, even if they ask at once', { tags: ['thorough'] }, async () => {
    const teams = [await addWholeTeam(server), await addWholeTeam(server), await addWholeTeam(server)];
    const people = [{ email: 'wanted@example.org', fullName: 'Grace Hopper' }];
    const prepared = await Promise.all(
      teams.map(({ teamId, owner }) => owner.call('POST', `/api/teams/${teamId}/invites`, { people })),
    );
    const problems = prepared.map(({ body }) => body[0].problem as string | null);
    expect(problems.filter((problem) => problem === null)).toHaveLength(1);
    expect(problems.filter((problem) => problem?.includes('in the last 7 days'))).toHaveLength(2);
    const later = problems.findIndex((problem) => problem !== null);
    const { teamId = '', owner } = teams[later] ?? {};
    const resend = () =>
      owner?.call('POST', `/api/teams/${teamId}/invites/${prepared[later]?.body[0].id}/resend`);
    passed += 6 * DAY_MS;
    expect((await resend())?.status).toBe(409);
    passed += 2 * DAY_MS;
    expect((await resend())?.body).toMatchObject({ problem: null });
    expect(await mailbox.wait('wanted@example.org', 2, INVITE)).toHaveLength(2);
  });
});

describe('Revoking an invite', () => {
  it('deletes the card for good, ends the link and frees the address', async () => {
    const { one, path, cardId, admin, teamId, person } = await invited();
    expect((await admin.call('DELETE', one)).status).toBe(200);
    const { db } = server.running.app;
    expect(await db.$count(businessCards, eq(businessCards.id, cardId))).toBe(0);
    expect((await person.call('GET', path)).status).toBe(404);
    expect((await person.call('POST', path)).status).toBe(404);
    expect((await admin.call('DELETE', one)).status).toBe(404);
    const people = [{ email: person.email, fullName: 'Grace Hopper' }];
    const again = await admin.call('POST', `/api/teams/${teamId}/invites`, { people });
    // No further mail on this day, though.
    expect(again.body[0].problem).toContain('last 24 hours');
  });

  it('does not take away the way to refuse', { tags: ['thorough'] }, async () => {
    const { one, path, admin, teamId, person } = await invited();
    await admin.call('DELETE', one);
    expect((await server.client()('POST', `${path}/refuse`)).body).toEqual({ isRefused: true });
    passed += 9 * DAY_MS;
    const other = await addWholeTeam(server);
    const people = [{ email: person.email.toUpperCase(), fullName: 'Grace Hopper' }];
    for (const [id, { call }] of [
      [teamId, admin],
      [other.teamId, other.owner],
    ] as const) {
      const { body } = await call('POST', `/api/teams/${id}/invites`, { people });
      expect(body[0].problem).toBe('This person asked us to send them no invites.');
    }
    expect(mailbox.to(person.email.toUpperCase())).toEqual([]);
  });
});

describe('Whoever has the link', () => {
  it('may refuse without an account, also as mail programs do', { tags: ['thorough'] }, async () => {
    const { path, one, admin, teamId, person } = await invited();
    const mail = (await mailbox.wait(person.email, 1, INVITE)).at(-1);
    const link = new URL(mail?.unsubscribeUrl ?? '').pathname;
    expect(mail?.text).toContain(`Get no more invites: http://localhost:0${link}`);
    const shown = await server.client()('GET', link);
    expect(shown.text).toContain('Send me no more invites');
    expect((await person.call('GET', path)).body.state).toBe('open');
    const byProgram = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' };
    for (const _ of [1, 2]) {
      const refused = await server.client()('POST', link, 'List-Unsubscribe=One-Click', byProgram);
      expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('no more invites')]);
    }
    for (const wrong of [link.replace(/.$/, '_x'), link.replace(/.$/, '%00'), link.replace(teamId, '%00')]) {
      expect((await server.client()('GET', wrong)).status).toBe(404);
      expect((await server.client()('POST', wrong, '', byProgram)).status).toBe(404);
    }
    expect((await server.client()('POST', `${path}/refuse`)).body).toEqual({ isRefused: true });
    expect((await person.call('POST', path)).status).toBe(404);
    const { body } = await admin.call('GET', `/api/teams/${teamId}/invites`);
    expect(body[0].problem).toBe('This person asked us to send them no invites.');
    passed += 2 * DAY_MS;
    expect((await admin.call('POST', `${one}/resend`)).status).toBe(409);
  });

  it('may ask to be invited at another address, which the team admins see', {
    tags: ['thorough'],
  }, async () => {
    const { path, admin, teamId, person } = await invited('office@example.org');
    const post = (call: typeof person.call) => call('POST', `${path}/ask`);
    expect((await post(server.client())).status).toBe(401);
    const unconfirmed = await signUpConfirmed(server, 'Eve', false);
    expect((await post(unconfirmed.call)).body.message).toContain('Confirm your email address');
    expect((await post(person.call)).body).toEqual({ isAsked: true });
    const list = () => admin.call('GET', `/api/teams/${teamId}/invites`);
    expect((await list()).body[0].askedEmail).toBe(person.email);
    const people = [{ email: person.email, fullName: 'Grace Hopper' }];
    expect((await admin.call('POST', `/api/teams/${teamId}/invites`, { people })).status).toBe(200);
    expect((await list()).body.map(({ askedEmail }: { askedEmail: string | null }) => askedEmail)).toEqual([
      null,
      null,
    ]);
    await confirmEmail(server, unconfirmed.id);
    const { path: theirs } = await inviteByMail(admin.call, mailbox, teamId, unconfirmed.email);
    const refused = await unconfirmed.call('POST', `${theirs}/ask`);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('already') } });
  });
});
