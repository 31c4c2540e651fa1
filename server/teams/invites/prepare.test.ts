import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { invoices } from '#server/db/schema/money.ts';
import { teamInvites, teamMails } from '#server/db/schema/teams.ts';
import { teams, users } from '#server/db/schema/users.ts';
import type { Mail } from '#server/infra/mail/letter.ts';
import { MailRefused } from '#server/infra/mail/refusal.ts';
import { mailInvite } from '#server/teams/invites/mail-invite.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { UNCLAIMED_MAX } from '#shared/teams/limits.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `guest${addresses}@example.org`;
};
const guest = (more: object = {}) => ({ email: newAddress(), fullName: 'Grace Hopper', ...more });
const guests = (count: number) => Array.from({ length: count }, () => guest());

const countOf = async (teamId: string) => {
  const { db } = server.running.app;
  const cards = await db.$count(businessCards, eq(businessCards.userId, accountId.parse(teamId)));
  const invites = await db.$count(teamInvites, eq(teamInvites.teamId, teamId));
  const mails = await db.$count(teamMails, eq(teamMails.teamId, teamId));
  return { cards, invites, mails };
};

/** The team had so many mails sent to others today. */
const addMails = (teamId: string, count: number) =>
  server.running.app.db.insert(teamMails).values(
    Array.from({ length: count }, () => ({
      id: newId(),
      teamId,
      addressHash: newId(),
      sentAt: server.running.app.now(),
    })),
  );

describe('Preparing cards', () => {
  it('makes one of the team for each person, which only the team sees, and mails them', async () => {
    const { teamId, admin, member, outsider } = await addWholeTeam(server);
    const person = guest({ jobTitle: 'Admiral', phone: '+1 555 0100', role: 'admin' });
    const { status, body } = await admin.call('POST', `/api/teams/${teamId}/invites`, { people: [person] });
    expect(status).toBe(200);
    const { cardId } = body[0];
    expect(body).toEqual([
      expect.objectContaining({
        email: person.email,
        fullName: 'Grace Hopper',
        role: 'admin',
        state: 'prepared',
        problem: null,
        invitedBy: 'Adam Admin',
        askedEmail: null,
      }),
    ]);
    const { db } = server.running.app;
    const [card] = await db.select().from(businessCards).where(eq(businessCards.id, cardId));
    expect(card).toMatchObject({
      userId: teamId,
      holderId: null,
      isActive: true,
      isUnclaimed: true,
      name: 'Acme',
      company: null,
      fullName: 'Grace Hopper',
      jobTitle: 'Admiral',
      primaryPhone: '+1 555 0100',
      primaryEmail: person.email,
    });
    for (const call of [server.client(), outsider.call, member.call]) {
      expect((await call('GET', `/card/${cardId}`)).status).toBe(404);
      expect((await call('GET', `/api/cards/${cardId}`)).status).toBe(404);
      expect((await call('GET', `/api/cards/${cardId}/vcard`)).status).toBe(404);
      const given = { cardId, fullName: 'Eve', email: 'eve@example.com' };
      expect((await call('POST', '/api/contacts/exchange', given)).status).toBe(404);
    }
    await mailbox.wait(person.email);
    await expect
      .poll(async () => (await admin.call('GET', `/api/teams/${teamId}/invites`)).body[0].state)
      .toBe('sent');
  });

  it('lists them newest first, by page, in the order of the lines', async () => {
    const { teamId, owner, member } = await addWholeTeam(server);
    const people = guests(3);
    await owner.call('POST', `/api/teams/${teamId}/invites`, { people });
    const first = await owner.call('GET', `/api/teams/${teamId}/invites?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await owner.call('GET', next);
    const emails = [...first.body, ...second.body].map(({ email }: { email: string }) => email);
    expect(emails).toEqual(people.map(({ email }) => email));
    expect((await member.call('GET', `/api/teams/${teamId}/invites`)).status).toBe(403);
  });

  it('is for those who run the team, and makes no owner', async () => {
    const { teamId, owner, member, outsider } = await addWholeTeam(server);
    const post = (call: typeof owner.call, person: object) =>
      call('POST', `/api/teams/${teamId}/invites`, { people: [person] });
    expect((await post(member.call, guest())).status).toBe(403);
    expect((await post(outsider.call, guest())).status).toBe(404);
    expect((await post(server.client(), guest())).status).toBe(401);
    const refused = await post(owner.call, guest({ role: 'owner' }));
    expect(refused).toMatchObject({ status: 422, body: { fields: { 'people.0.role': expect.any(String) } } });
    expect(await countOf(teamId)).toEqual({ cards: 1, invites: 0, mails: 0 });
  });

  it('changes nothing if one of 50 lines is wrong, and names the line', { tags: ['thorough'] }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const post = (people: object[]) => admin.call('POST', `/api/teams/${teamId}/invites`, { people });
    const known = guest();
    expect((await post([known])).status).toBe(200);
    const before = await countOf(teamId);
    const twice = guest();
    const wrong: [object, number, number][] = [
      [{ email: 'nobody', fullName: 'X' }, 422, 41],
      [{ email: newAddress(), fullName: ' ' }, 422, 41],
      [{ ...known, email: known.email.toUpperCase() }, 409, 41],
      [{ ...twice, email: twice.email.toUpperCase() }, 409, 41],
    ];
    for (const [line, status, nth] of wrong) {
      const people = [twice, ...guests(40), line, ...guests(8)];
      expect(people).toHaveLength(50);
      const refused = await post(people);
      expect(refused.status).toBe(status);
      expect(Object.keys(refused.body.fields)[0]).toMatch(`people.${nth}.`);
    }
    expect((await post(guests(51))).status).toBe(422);
    expect((await post([])).status).toBe(422);
    expect(await countOf(teamId)).toEqual(before);
  });

  it('takes one open invite for each address, however many ask at once', { tags: ['thorough'] }, async () => {
    const { teamId, admin, owner } = await addWholeTeam(server);
    const people = [guest()];
    const answers = await Promise.all(
      [admin, owner, admin, owner].map(({ call }) =>
        call('POST', `/api/teams/${teamId}/invites`, { people }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.message).toBe('This address already has an open invite.');
    expect(await countOf(teamId)).toEqual({ cards: 2, invites: 1, mails: 1 });
  });
});

describe('The mail', () => {
  it('says in our words whose card it is and who prepared it, without what anybody typed', async () => {
    const { teamId, owner } = await addWholeTeam(server);
    const { db } = server.running.app;
    await db.update(teams).set({ name: 'Win at https://evil.example now' }).where(eq(teams.id, teamId));
    await db.update(users).set({ fullName: 'www.evil.example Olive' }).where(eq(users.id, owner.id));
    const person = guest({ fullName: 'Grace <b>evil.example</b>', jobTitle: 'Buy at evil.example' });
    await owner.call('POST', `/api/teams/${teamId}/invites`, { people: [person] });
    const [mail] = await mailbox.wait(person.email);
    expect(mail?.subject).toBe('Olive prepared a Goldleaf business card for you');
    for (const text of [mail?.text ?? '', mail?.html ?? '']) {
      expect(text).not.toMatch(/evil\.example|Buy at/);
      expect(text).toContain('Win at now');
      expect(text).toContain('Get no more invites');
      const links = [...text.matchAll(/https?:\/\/[^/\s"]+/g)].map(([link]) => link);
      expect(new Set(links)).toEqual(new Set(['http://localhost:0']));
    }
    expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\/\w+\/[\w-]{43}$/);
  });

  it('is not sent once whoever prepared the card is no team admin any more', async () => {
    const { teamId, owner, member, cardId } = await addWholeTeam(server);
    const expiresAt = new Date(Date.now() + 60_000);
    const invite = { ...guest(), id: newId(), teamId, cardId, role: 'member' as const, expiresAt };
    await server.running.app.db.insert(teamInvites).values({ ...invite, invitedBy: member.id });
    const job = { inviteId: invite.id, mailId: newId(), expiresAt: expiresAt.toISOString() };
    await mailInvite(server.running.app, job, newId(), new Date(), false);
    expect(mailbox.to(invite.email)).toEqual([]);
    const { body } = await owner.call('GET', `/api/teams/${teamId}/invites`);
    expect(body[0]).toMatchObject({ state: 'prepared', problem: expect.stringContaining('no longer runs') });
  });

  it.each([
    ['at once where the address is refused', true, false, 'The mail server of this address refused'],
    ['after five days', false, true, 'for five days'],
  ])('that can’t be sent says so, %s', async (_when, isRefused, isLast, problem) => {
    const { teamId, owner, cardId } = await addWholeTeam(server);
    const expiresAt = new Date(Date.now() + 60_000);
    const invite = { ...guest(), id: newId(), teamId, cardId, role: 'member' as const, expiresAt };
    await server.running.app.db.insert(teamInvites).values({ ...invite, invitedBy: owner.id });
    const job = { inviteId: invite.id, mailId: newId(), expiresAt: expiresAt.toISOString() };
    const deliver = async () => {
      throw isRefused ? new MailRefused('550 No such user') : new Error('The mail server is away');
    };
    const app = { ...server.running.app, mailer: { deliver } };
    const tried = mailInvite(app, job, newId(), new Date(), isLast);
    if (isRefused) await tried;
    else await expect(tried).rejects.toThrow('away');
    const { body } = await owner.call('GET', `/api/teams/${teamId}/invites`);
    expect(body[0]).toMatchObject({ state: 'prepared', problem: expect.stringContaining(problem) });
  });

  it('has the same link in each try, since the mail may have arrived without an answer', async () => {
    const { teamId, owner, cardId } = await addWholeTeam(server);
    const expiresAt = new Date(Date.now() + 60_000);
    const invite = { ...guest(), id: newId(), teamId, cardId, role: 'member' as const, expiresAt };
    await server.running.app.db.insert(teamInvites).values({ ...invite, invitedBy: owner.id });
    const links: (string | undefined)[] = [];
    const deliver = async ({ unsubscribeUrl }: Mail) => {
      links.push(unsubscribeUrl);
      throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' });
    };
    const app = { ...server.running.app, mailer: { deliver } };
    const send = (mailId: string) =>
      mailInvite(
        app,
        { inviteId: invite.id, mailId, expiresAt: expiresAt.toISOString() },
        newId(),
        new Date(),
        false,
      );
    for (const mailId of ['one', 'one', 'another']) await expect(send(mailId)).rejects.toThrow('Timeout');
    expect([links[1] === links[0], links[2] === links[0]]).toEqual([true, false]);
  });
});

describe('Limits of a team', () => {
  it('are 50 mails a day before its first paid invoice, and 1,000 after', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const post = (people: object[]) => admin.call('POST', `/api/teams/${teamId}/invites`, { people });
    await addMails(teamId, 48);
    const refused = await post(guests(3));
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('2 are left') } });
    expect(await countOf(teamId)).toEqual({ cards: 1, invites: 0, mails: 48 });
    expect((await post(guests(2))).status).toBe(200);
    expect((await post(guests(1))).body.message).toContain('none are left');
    const paid = { userId: accountId.parse(teamId), status: 'paid' as const, createdAt: new Date() };
    const { db } = server.running.app;
    await db.insert(invoices).values({ ...paid, id: newId(), cents: 0 });
    expect((await post(guests(1))).status).toBe(409);
    await db.insert(invoices).values({ ...paid, id: newId(), cents: 500 });
    expect((await post(guests(1))).status).toBe(200);
  });

  it(`are ${UNCLAIMED_MAX} cards that nobody has claimed`, async () => {
    const { teamId, cardId, admin } = await addWholeTeam(server);
    await server.running.app.db.execute(sql`
      insert into team_invites (id, team_id, card_id, email, full_name, role, expires_at)
      select ${teamId} || n, ${teamId}, ${cardId}, n || '@example.net', 'X', 'member', now()
      from generate_series(1, ${UNCLAIMED_MAX - 1}) n`);
    const post = (people: object[]) => admin.call('POST', `/api/teams/${teamId}/invites`, { people });
    const refused = await post(guests(2));
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('5,000') } });
    expect((await post(guests(1))).status).toBe(200);
  });
});
