import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPool } from '#server/db/open.ts';
import { purgeSubmissions } from '#server/people/contacts/contacts.jobs.ts';
import type { NewSubmission } from '#server/people/contacts/exchange/add-submissions.ts';
import { createSubmissions } from '#server/people/contacts/exchange/submissions.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmIdentity, signUp, signUpWithCard } from '#test/factories.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';
import { addMember, addTeamCard, addWholeTeam } from '#test/teams.ts';

const clock = { now: new Date() };
const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'on' };
const server = startTestServer(env, () => clock.now);
let addresses = 0;

/** Headers of a requester at their own address, as a proxy forwards them. */
const someoneNew = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.2.${addresses >> 8}.${addresses & 255}` };
};
const BOB = { fullName: 'Bob', email: 'bob@example.com' };
const share = (cardId: string, more: object = {}, headers = someoneNew()) =>
  server.client()('POST', '/api/contacts/exchange', { ...BOB, cardId, ...more }, headers);
const leave = (cardId: string, more: object = {}, headers = someoneNew()) =>
  server.client()('POST', `/api/cards/${cardId}/leads`, { name: 'Bob', email: BOB.email, ...more }, headers);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const namesOf = async (owner: Client) =>
  (await owner('GET', '/api/contacts')).body.map(({ fullName }: { fullName: string }) => fullName);
const leadsOf = async (owner: Client) => (await owner('GET', '/api/contacts/leads')).body.length;

async function ownerWithCard(): Promise<{ owner: Client; id: string; cardId: string }> {
  const { call: owner, id } = await signUp(server);
  const fields = {
    name: 'Work',
    fullName: 'Ada King',
    leadCaptureEnabled: true,
    leadCaptureFields: ['phone'],
  };
  return { owner, id, cardId: (await owner('POST', '/api/cards', fields)).body.id };
}
const waitingOf = async (ownerId: string): Promise<{ reason: string; phone: string | null }[]> =>
  (
    await server.running.app.db.execute<{ reason: string; phone: string | null }>(
      sql`select reason, phone from unreviewed_submissions where user_id = ${ownerId} order by reason desc, phone nulls last`,
    )
  ).rows;
/** Contacts an owner received within the last hour, inserted directly. */
const fillHour = (ownerId: string, count: number, holderId: string | null = null) =>
  server.running.app.db.execute(sql`
    insert into contacts (id, user_id, holder_id, full_name, source, created_at)
    select ${holderId ?? ownerId} || n, ${ownerId}, ${holderId}, 'Early', 'exchange', ${clock.now.toISOString()}::timestamptz - interval '59 minutes'
    from generate_series(1, ${count}::int) n`);

it('An owner’s hour is not used up by whom they blocked, nor by forms that are closed', async () => {
  const { cardId, owner, id } = await ownerWithCard();
  await owner('POST', '/api/contacts/blocks', { email: BOB.email });
  const giveBack = vi.spyOn(server.running.app.limits, 'giveBack');
  expect((await share(cardId)).status).toBe(403);
  expect(giveBack.mock.calls).toEqual([['exchangeWith', id]]);
  expect((await share(cardId, { email: 'ann@example.com' })).status).toBe(200);
  await owner('PUT', `/api/cards/${cardId}`, { leadCaptureEnabled: false });
  expect((await leave(cardId, { email: 'ann@example.com' })).status).toBe(403);
  expect(giveBack).toHaveBeenCalledTimes(2);
  giveBack.mockRestore();
});

it('Cards that do not exist are not counted', async () => {
  const take = vi.spyOn(server.running.app.limits, 'take');
  expect(statuses([await share('nowhere'), await leave('nowhere')])).toEqual([404, 404]);
  expect(take.mock.calls.filter(([name]) => name === 'exchangeWithCard')).toEqual([]);
  take.mockRestore();
});

describe('One address', () => {
  it('may share with a card 120 times in ten minutes, and with another card besides', {
    tags: ['thorough'],
  }, async () => {
    const { cardId, owner } = await ownerWithCard();
    const here = someoneNew();
    const answers = await Promise.all(Array.from({ length: 121 }, () => share(cardId, {}, here)));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(120);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.message).toMatch(
      /^Too many contacts shared from this address\. Please try again in \d+ minutes\.$/,
    );
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await leave(cardId, {}, here)).status).toBe(429);
    const other = await signUpWithCard(server);
    expect((await share(other.cardId, {}, here)).status).toBe(200);
    expect((await share(cardId)).status).toBe(200);
    expect(await namesOf(owner)).toHaveLength(121);
  });
});

describe('One owner', () => {
  it('hears of six hundred an hour, and an honest visitor behind six floods is taken all the same', {
    tags: ['thorough'],
  }, async () => {
    const { owner, id, cardId } = await ownerWithCard();
    for (let address = 0; address < 6; address += 1) {
      const here = someoneNew();
      const flood = await Promise.all(Array.from({ length: 101 }, () => share(cardId, {}, here)));
      expect(new Set(statuses(flood))).toEqual(new Set([200]));
    }
    const honest = await share(cardId, { fullName: 'Honest' });
    expect(honest).toMatchObject({ status: 200, body: { ownerName: 'Ada King' } });
    expect(await namesOf(owner)).toHaveLength(600);
    const waiting = await waitingOf(id);
    expect(waiting).toHaveLength(7);
    expect(new Set(waiting.map(({ reason }) => reason))).toEqual(new Set(['busy']));
  });

  it('is counted across processes and over contacts and leads, by the last hour alone', {
    tags: ['thorough'],
  }, async () => {
    const { owner, id, cardId } = await ownerWithCard();
    await fillHour(id, 598);
    expect((await leave(cardId)).status).toBe(200);
    expect((await share(cardId, { fullName: 'Sixth hundred' })).status).toBe(200);
    expect(await waitingOf(id)).toEqual([]);
    expect((await leave(cardId, { phone: '+1 555 0100', company: 'Not asked for' })).status).toBe(200);
    expect((await share(cardId)).status).toBe(200);
    expect(await waitingOf(id)).toEqual([
      { reason: 'busy', phone: '+1 555 0100' },
      { reason: 'busy', phone: null },
    ]);
    expect(await leadsOf(owner)).toBe(1);
    clock.now = new Date(clock.now.getTime() + 2 * 60_000);
    expect((await share(cardId, { fullName: 'Later' })).status).toBe(200);
    expect(await namesOf(owner)).toContain('Later');
    expect(await waitingOf(id)).toHaveLength(2);
  });

  it('is whoever holds the card: 300 colleagues at a fair are no flood', { tags: ['thorough'] }, async () => {
    const { teamId, cardId, member } = await addWholeTeam(server);
    const colleague = await addMember(server, teamId);
    const theirs = await addTeamCard(server, teamId, colleague.id);
    const free = await addTeamCard(server, teamId, null);
    await fillHour(teamId, 600, member.id);
    for (const card of [cardId, theirs, free]) expect((await share(card)).status).toBe(200);
    expect(await waitingOf(teamId)).toEqual([{ reason: 'busy', phone: null }]);
    await fillHour(teamId, 599, colleague.id);
    expect((await share(theirs)).status).toBe(200);
    expect(await waitingOf(teamId)).toHaveLength(2);
  });

  it('says so only when too many wait, also to twenty at once', { tags: ['thorough'] }, async () => {
    const { owner, id, cardId } = await ownerWithCard();
    const { app } = server.running;
    const usual = app.submissions;
    const pool = openPool({ connectionString: app.config.databaseUrl, max: 4 }, () => {});
    const runner = { pool, canPrepare: false };
    app.submissions = createSubmissions(runner, { hourlyMax: 2, waitingMax: 5 }, app.now);
    expect(statuses([await share(cardId), await share(cardId)])).toEqual([200, 200]);
    const answers = await Promise.all(Array.from({ length: 18 }, () => share(cardId)));
    app.submissions = usual;
    await pool.end();
    expect(await namesOf(owner)).toHaveLength(2);
    expect(await waitingOf(id)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(13);
    expect(refused[0]?.headers.get('retry-after')).toBe('600');
    expect(refused[0]?.body.message).toBe(
      'Too many people are sharing contacts with Ada King right now. Please try again in 10 minutes.',
    );
  });
});

describe('A form that a program filled in', () => {
  it('waits if it filled in the honeypot, and gets the same thank-you', async () => {
    const { owner, id, cardId } = await ownerWithCard();
    const trapped = await share(cardId, { subject: 'Buy now', elapsed: 60_000 });
    expect(trapped).toMatchObject({ status: 200, body: { ownerName: 'Ada King', id: expect.any(String) } });
    expect((await leave(cardId, { subject: 'x'.repeat(20_000) })).status).toBe(200);
    expect((await share(cardId, { subject: '  ', fullName: 'Person' })).status).toBe(200);
    expect(await namesOf(owner)).toEqual(['Person']);
    expect(await leadsOf(owner)).toBe(0);
    expect((await waitingOf(id)).map(({ reason }) => reason)).toEqual(['honeypot', 'honeypot']);
  });

  it('waits when it is sent within a second by an address that sent another in the last ten minutes', {
    tags: ['thorough'],
  }, async () => {
    const { owner, id, cardId } = await ownerWithCard();
    const here = someoneNew();
    const quick = (fullName: string, headers = here) => share(cardId, { fullName, elapsed: 300 }, headers);
    expect((await quick('First')).status).toBe(200);
    expect((await quick('Second')).status).toBe(200);
    expect((await quick('Elsewhere', someoneNew())).status).toBe(200);
    expect((await share(cardId, { fullName: 'Slow', elapsed: 1_000 }, here)).status).toBe(200);
    expect((await share(cardId, { fullName: 'Bare' }, here)).status).toBe(200);
    expect((await leave(cardId, { elapsed: 999 }, here)).status).toBe(200);
    clock.now = new Date(clock.now.getTime() + 11 * 60_000);
    expect((await quick('Eleven minutes later')).status).toBe(200);
    expect(new Set(await namesOf(owner))).toEqual(
      new Set(['First', 'Elsewhere', 'Slow', 'Bare', 'Eleven minutes later']),
    );
    expect((await waitingOf(id)).map(({ reason }) => reason)).toEqual(['quick', 'quick']);
    expect((await share(cardId, { elapsed: -1 })).status).toBe(422);
  });

  it('is noticed in the plain form as well', async () => {
    const { owner, id, cardId } = await ownerWithCard();
    const here = { ...someoneNew(), 'content-type': 'application/x-www-form-urlencoded' };
    const send = (fields: Record<string, string>) =>
      server.client()(
        'POST',
        `/card/${cardId}/exchange`,
        String(new URLSearchParams({ ...BOB, ...fields })),
        here,
      );
    const shownAt = (secondsAgo: number) => String(clock.now.getTime() - secondsAgo * 1000);
    const answers = [
      await send({ fullName: 'First', shownAt: shownAt(0) }),
      await send({ fullName: 'Quick', shownAt: shownAt(0.5) }),
      await send({ fullName: 'Slow', shownAt: shownAt(30) }),
      await send({ fullName: 'Unknown', shownAt: 'soon' }),
      await send({ fullName: 'Trapped', shownAt: shownAt(30), subject: 'Hello' }),
    ];
    expect(statuses(answers)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(await namesOf(owner))).toEqual(new Set(['First', 'Slow', 'Unknown']));
    expect((await waitingOf(id)).map(({ reason }) => reason)).toEqual(['quick', 'honeypot']);
  });
});

describe('What arrived before', () => {
  it('counts once, whether it waits or is in the list', { tags: ['thorough'] }, async () => {
    const { id, owner, cardId } = await ownerWithCard();
    const { submissions, now } = server.running.app;
    const ownerId = accountId.parse(id);
    const sent = (nth: string, reason: NewSubmission['reason']): NewSubmission => {
      const details = { ...BOB, cardId, kind: 'contact', sender: BOB.email, address: 'x' } as const;
      const createdAt = now().toISOString();
      return { ...details, id: id + nth, ownerId, isKeyed: true, createdAt, reason, senderId: null };
    };
    expect(await submissions.add(sent('a', null))).toMatchObject({ isAdded: true });
    expect(await submissions.add(sent('a', 'busy'))).toMatchObject({ isAdded: true });
    expect(await submissions.add(sent('b', 'quick'))).toMatchObject({ isAdded: false });
    expect(await submissions.hold(sent('b', 'quick'))).toMatchObject({ isHeld: true });
    expect(await submissions.add(sent('b', null))).toMatchObject({ isAdded: true });
    const twice = [submissions.add(sent('c', null)), submissions.add(sent('c', null))];
    expect(await Promise.all(twice)).toMatchObject([{ isAdded: true }, { isAdded: true }]);
    expect(await namesOf(owner)).toHaveLength(2);
    expect(await waitingOf(id)).toHaveLength(1);
  });
});

describe('What waits', () => {
  let met: Awaited<ReturnType<typeof ownerWithCard>>;
  beforeEach(async () => {
    met = await ownerWithCard();
    expect((await share(met.cardId, { fullName: 'Trapped', subject: 'x' })).status).toBe(200);
    expect((await leave(met.cardId, { subject: 'x' })).status).toBe(200);
  });

  it('is in no list, figure or export', { tags: ['thorough'] }, async () => {
    const { owner } = met;
    expect(await namesOf(owner)).toEqual([]);
    expect(await leadsOf(owner)).toBe(0);
    expect((await owner('GET', '/api/contacts/export')).text).not.toContain('Trapped');
    await confirmIdentity(owner);
    expect((await owner('GET', '/api/account/export')).text).not.toContain('Trapped');
  });

  it('is gone after thirty days, and not before', async () => {
    const start = clock.now;
    const inDays = async (days: number) => {
      clock.now = new Date(start.getTime() + days * DAY_MS);
      await purgeSubmissions(server.running.app);
      return (await waitingOf(met.id)).length;
    };
    expect([await inDays(29.9), await inDays(30.1)]).toEqual([2, 0]);
    clock.now = start;
  });

  it('goes with its owner', { tags: ['thorough'] }, async () => {
    const { owner, id } = met;
    const { body: account } = await owner('GET', '/api/auth/me');
    const answer = await owner('DELETE', '/api/account', {
      username: account.user.username,
      password: 'correct horse',
    });
    expect(answer.status).toBe(200);
    expect(await waitingOf(id)).toEqual([]);
  });
});
