import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { TEAM_ALLOWANCES } from '#shared/teams/limits.ts';
import { claimOf, confirmEmail, inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMember, addTeamCard, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);

async function readCard(id: string) {
  const [card] = await server.running.app.db.select().from(businessCards).where(eq(businessCards.id, id));
  return card;
}

/** Somebody with a confirmed address, and their invite. */
async function invited(role: 'admin' | 'member' = 'member') {
  const team = await addWholeTeam(server);
  const person = await signUpConfirmed(server, 'Grace Hopper');
  const { teamId, admin } = team;
  return { ...team, person, ...(await inviteByMail(admin.call, mailbox, teamId, person.email, role)) };
}

describe('Claiming a card', () => {
  it('makes it public and its holder a member, once', async () => {
    const { teamId, cardId, path, person, admin } = await invited();
    expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(404);
    expect((await person.call('GET', path)).body).toMatchObject({
      isYours: true,
      problem: null,
      state: 'open',
      email: person.email,
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.call('POST', path)));
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: { teamId, cardId } });
    expect(await readCard(cardId)).toMatchObject({ holderId: person.id, isUnclaimed: false, userId: teamId });
    expect(await roleIn(server, teamId, person.id)).toBe('member');
    expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
    expect((await person.call('GET', path)).body).toMatchObject({
      state: 'claimed',
      isYours: false,
      isHeld: true,
    });
    expect((await admin.call('GET', path)).body).toMatchObject({ state: 'claimed', isHeld: false });
    const { body: shown } = await server.client()('GET', path);
    expect(shown).toMatchObject({ state: 'claimed', isHeld: false });
    // The name that the team gave its card is no stranger's.
    expect(shown).not.toHaveProperty('cardName');
    const { body: list } = await admin.call('GET', `/api/teams/${teamId}/invites`);
    expect(list[0]).toMatchObject({ state: 'claimed', isHeld: true, holderId: person.id, problem: null });
    const { body: history } = await person.call('GET', '/api/account/history');
    expect(JSON.stringify(history)).toContain('Card claimed, prepared by a team');
  });

  it('is for the invited address, in any case, once it is confirmed', async () => {
    const team = await addWholeTeam(server);
    const { teamId, admin, owner } = team;
    const person = await signUpConfirmed(server, 'Grace Hopper', false);
    const { path, cardId } = await inviteByMail(admin.call, mailbox, teamId, person.email.toUpperCase());
    const strangers = [await signUpConfirmed(server), { call: owner.call }];
    for (const { call } of strangers) {
      const refused = await call('POST', path);
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(refused.body.message).toMatch(/^This card is for P…@EXAMPLE\.COM\./);
      expect((await call('GET', path)).body).toMatchObject({ isYours: false, email: 'P…@EXAMPLE.COM' });
    }
    expect((await server.client()('POST', path)).status).toBe(401);
    const early = await person.call('POST', path);
    expect(early).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Confirm your email') },
    });
    expect((await readCard(cardId))?.holderId).toBeNull();
    await confirmEmail(server, person.id);
    expect((await person.call('POST', path)).status).toBe(200);
  });

  it('tells somebody whose own address is not confirmed that it has to be', async () => {
    const { path } = await invited();
    const stranger = await signUpConfirmed(server, 'Sue Else', false);
    const { problem } = (await stranger.call('GET', path)).body;
    expect(problem).toMatch(/ or confirm yours and ask for an invite to it\.$/);
  });

  it('keeps the higher of two roles', async () => {
    const { teamId, person, path, admin } = await invited('admin');
    await server.running.app.db
      .insert(teamMembers)
      .values({ id: newId(), teamId, userId: person.id, role: 'member' });
    await person.call('POST', path);
    expect(await roleIn(server, teamId, person.id)).toBe('admin');
    const email = `${admin.username}@example.com`;
    await confirmEmail(server, admin.id);
    const again = await inviteByMail(admin.call, mailbox, teamId, email);
    expect((await admin.call('POST', again.path)).status).toBe(200);
    expect(await roleIn(server, teamId, admin.id)).toBe('admin');
  });

  it('ends after seven days', async () => {
    const { id, path, person } = await invited();
    const { db } = server.running.app;
    await db
      .update(teamInvites)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(teamInvites.id, id));
    expect((await person.call('GET', path)).body).toMatchObject({ state: 'expired', isYours: false });
    const refused = await person.call('POST', path);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('expired') } });
  });

  it('is not offered while the team can’t give out more, also to strangers', async () => {
    const { teamId, path, person } = await invited();
    const { db } = server.running.app;
    const bar = { subscriptionStatus: 'expired', trialEndsAt: new Date(0) } as const;
    await db
      .update(users)
      .set(bar)
      .where(eq(users.id, accountId.parse(teamId)));
    const problem = 'Acme can’t give out more cards at the moment. Ask whoever invited you.';
    for (const call of [person.call, server.client()]) {
      expect((await call('GET', path)).body).toMatchObject({ state: 'barred', isYours: false, problem });
    }
    expect(await person.call('POST', path)).toMatchObject({ status: 409, body: { message: problem } });
  });

  it('waits while the team is suspended, and works again afterwards', { tags: ['thorough'] }, async () => {
    const { teamId, path, person, cardId } = await invited();
    const suspend = (suspendedAt: Date | null) =>
      server.running.app.db
        .update(users)
        .set({ suspendedAt })
        .where(eq(users.id, accountId.parse(teamId)));
    await suspend(new Date());
    expect((await person.call('GET', path)).body).toMatchObject({ state: 'barred', isYours: false });
    expect(await person.call('POST', path)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('can’t give out more cards') },
    });
    expect((await readCard(cardId))?.holderId).toBeNull();
    await suspend(null);
    expect((await person.call('POST', path)).status).toBe(200);
  });

  it.each([
    ['left the team', { part: null }],
    ['became a member', { part: 'member' as const }],
    ['is suspended', { isSuspended: true }],
    ['has a team that is deleted', { isDeleted: true }],
    ['left a team that is suspended since', { part: null, isTeamSuspended: true }],
  ] as const)('is over once whoever invited %s', async (_name, change) => {
    const { teamId, path, person, admin, cardId } = await invited();
    const { db } = server.running.app;
    const suspend = (id: string) =>
      db
        .update(users)
        .set({ suspendedAt: new Date() })
        .where(eq(users.id, accountId.parse(id)));
    const isAdmins = and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, admin.id));
    if ('part' in change && change.part === null) await db.delete(teamMembers).where(isAdmins);
    if ('part' in change && change.part)
      await db.update(teamMembers).set({ role: change.part }).where(isAdmins);
    if ('isSuspended' in change) await suspend(admin.id);
    if ('isTeamSuspended' in change) await suspend(teamId);
    if ('isDeleted' in change)
      await db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, teamId));
    expect((await person.call('GET', path)).body).toMatchObject({ state: 'revoked', isYours: false });
    const refused = await person.call('POST', path);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no longer counts') },
    });
    expect((await readCard(cardId))?.holderId).toBeNull();
    expect(await roleIn(server, teamId, person.id)).toBeUndefined();
  });

  it('is not possible with a link of another team, nor with one that nobody made', async () => {
    const { token, person, teamId } = await invited();
    const other = await addWholeTeam(server);
    const wrong = [
      claimOf(other.teamId, token),
      claimOf(person.id, token),
      claimOf(teamId, 'x'.repeat(43)),
      claimOf(teamId, 'short'),
      claimOf(teamId, '%00'.repeat(43)),
      claimOf(teamId, `${token}' or true --`),
    ];
    for (const path of wrong) {
      for (const [method, end] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '/ask'],
        ['POST', '/refuse'],
      ] as const) {
        expect((await person.call(method, path + end)).status).toBe(404);
      }
    }
  });
});

describe('At once', () => {
  it('a claim and the end of its invite leave one of them', async () => {
    const { id, teamId, cardId, path, person, admin } = await invited();
    const [claimed, revoked] = await Promise.all([
      person.call('POST', path),
      admin.call('DELETE', `/api/teams/${teamId}/invites/${id}`),
    ]);
    const card = await readCard(cardId);
    if (claimed.status === 200) {
      expect(revoked.status).toBe(409);
      expect(card).toMatchObject({ holderId: person.id, isUnclaimed: false });
    } else {
      expect([claimed.status, revoked.status]).toEqual([404, 200]);
      expect(card).toBeUndefined();
      expect(await roleIn(server, teamId, person.id)).toBeUndefined();
    }
  });

  it('two claims of the last free card give it to one', { tags: ['thorough'] }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const holder = await addMember(server, teamId);
    const [{ claimedMax }] = TEAM_ALLOWANCES;
    // The team has one already.
    for (let card = 2; card < claimedMax; card += 1) await addTeamCard(server, teamId, holder.id);
    const people = [
      await signUpConfirmed(server),
      await signUpConfirmed(server),
      await signUpConfirmed(server),
    ];
    const paths: string[] = [];
    for (const { email } of people) {
      paths.push((await inviteByMail(admin.call, mailbox, teamId, email)).path);
    }
    const answers = await Promise.all(people.map(({ call }, nth) => call('POST', paths[nth] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toContain('can’t give out more cards');
    const winner = answers.findIndex(({ status }) => status === 200);
    const cards = await people[winner]?.call('GET', paths[winner] ?? '');
    expect(cards?.body.state).toBe('claimed');
  });

  it('a claim and the deletion of its account end without a trace or with both', async () => {
    const { teamId, cardId, path, person } = await invited();
    const deletion = { username: person.username, password: 'correct horse' };
    const [claimed, deleted] = await Promise.all([
      person.call('POST', path),
      person.call('DELETE', '/api/account', deletion),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 401]).toContain(claimed.status);
    expect(await readCard(cardId)).toMatchObject({ holderId: null, userId: teamId });
    expect(await roleIn(server, teamId, person.id)).toBeUndefined();
  });
});
