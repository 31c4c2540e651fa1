import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { teamMembers, users } from '#server/db/schema/users.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import type { HeldCard } from '#shared/teams/leavers.ts';
import { PASSWORD } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMember, addTeamCard, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer();
const db = () => server.running.app.db;

/** The rows of a team. */
async function rowsOf(teamId: string) {
  const { rows } = await db().execute<Record<string, { holder_id: string | null }[]>>(sql`
    select (select jsonb_agg(to_jsonb(c) order by c.id) from business_cards c where user_id = ${teamId}) as cards,
      (select jsonb_agg(to_jsonb(c) order by c.id) from contacts c where user_id = ${teamId}) as contacts,
      (select jsonb_agg(to_jsonb(l) order by l.id) from lead_captures l where card_owner_id = ${teamId}) as leads,
      (select jsonb_agg(to_jsonb(v) order by v.id) from card_views v
        join business_cards c on c.id = v.card_id where c.user_id = ${teamId}) as views`);
  return rows[0] as (typeof rows)[number];
}

const CHANGE = ['change_number', 'change_at', 'actor_kind', 'actor_id', 'updated_at'];
/** Columns that the upkeep of lists fills in after a while. */
const UPKEEP = ['search_text', 'search_grams', 'is_matched', 'view_count', 'unique_view_count'];
const without = (names: readonly string[], rows: object) =>
  JSON.parse(JSON.stringify(rows, (key, value) => (names.includes(key) ? undefined : value)));
const withoutChanges = (rows: object) => without([...CHANGE, ...UPKEEP], rows);
const withoutHolders = (rows: object) => without(['holder_id', ...CHANGE, ...UPKEEP], rows);

/** A team whose member has met somebody in each way, and holds a card that can still be restored. */
async function makeBusyTeam() {
  const team = await addWholeTeam(server);
  const { teamId, cardId, member } = team;
  await db().update(businessCards).set({ leadCaptureEnabled: true }).where(eq(businessCards.id, cardId));
  const visitor = server.client();
  const met = { fullName: 'Vera Visitor', email: 'vera@example.com', cardId };
  expect((await visitor('POST', '/api/contacts/exchange', met)).status).toBe(200);
  const lead = { name: 'Leo Lead', email: 'leo@example.com' };
  expect((await visitor('POST', `/api/cards/${cardId}/leads`, lead)).status).toBe(200);
  expect((await visitor('POST', `/api/cards/${cardId}/views`, {})).status).toBe(200);
  const deleted = await addTeamCard(server, teamId, member.id, 'Deleted Card');
  await db().update(businessCards).set({ deletedAt: new Date() }).where(eq(businessCards.id, deleted));
  const before = await rowsOf(teamId);
  expect(before).toMatchObject({
    cards: [{ holder_id: member.id }, { holder_id: member.id }],
    contacts: [{ holder_id: member.id }],
    leads: [{ holder_id: member.id }],
  });
  return { ...team, before };
}

async function expectKept(teamId: string, before: Awaited<ReturnType<typeof rowsOf>>) {
  const after = await rowsOf(teamId);
  expect(withoutHolders(after)).toEqual(withoutHolders(before));
  for (const kind of ['cards', 'contacts', 'leads'])
    for (const row of after[kind] ?? []) expect(row).toMatchObject({ holder_id: null });
}

it('Members are listed as they joined, page by page, with their cards; addresses are for who runs the team', async () => {
  const { teamId, owner, admin, member } = await addWholeTeam(server);
  const list = async (call = owner.call, query = '') =>
    (await call('GET', `/api/teams/${teamId}/members${query}`)).body;
  expect(await list()).toEqual([
    expect.objectContaining({ userId: owner.id, role: 'owner', isYou: true, cardCount: 0 }),
    expect.objectContaining({ userId: admin.id, role: 'admin', email: `${admin.username}@example.com` }),
    expect.objectContaining({ userId: member.id, fullName: 'Mary Member', role: 'member', cardCount: 1 }),
  ]);
  const seen = await list(member.call);
  expect(seen.map(({ email }: { email: string }) => email)).toEqual([
    '',
    '',
    `${member.username}@example.com`,
  ]);
  const first = await owner.call('GET', `/api/teams/${teamId}/members?limit=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(first.body).toHaveLength(2);
  expect((await owner.call('GET', next)).body).toMatchObject([{ userId: member.id }]);
  for (const query of ['?limit=0', '?cursor=x', '?limit=many'])
    expect((await owner.call('GET', `/api/teams/${teamId}/members${query}`)).status).toBe(400);
});

it('A removed member leaves cards and people to the team, and is answered nothing of it any more', async () => {
  const { teamId, cardId, admin, member, before } = await makeBusyTeam();
  const answer = await admin.call('DELETE', `/api/teams/${teamId}/members/${member.id}`);
  expect([answer.status, answer.body]).toEqual([200, { userId: member.id }]);
  await expectKept(teamId, before);
  const { rows } = await db().execute(
    sql`select distinct actor_kind, actor_id from contacts where user_id = ${teamId}`,
  );
  expect(rows).toEqual([{ actor_kind: 'person', actor_id: admin.id }]);
  expect((await member.call('GET', `/api/teams/${teamId}`)).status).toBe(404);
  expect((await member.call('GET', '/api/teams')).body).toEqual([]);
  expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
  const history = await member.call('GET', '/api/account/history');
  expect(history.body[0]).toMatchObject({
    title: 'You were removed from a team',
    about: 'Acme',
    device: null,
  });
  expect((await admin.call('DELETE', `/api/teams/${teamId}/members/${member.id}`)).status).toBe(404);
});

it('The cards that somebody would leave say whom each has met', async () => {
  const { teamId, cardId, admin, member } = await makeBusyTeam();
  const second = await addTeamCard(server, teamId, member.id, 'Second Card');
  const { status, body } = await admin.call('GET', `/api/teams/${teamId}/members/${member.id}/cards`);
  const people = Object.fromEntries(body.map((card: HeldCard) => [card.cardId, card.people]));
  expect([status, people]).toEqual([200, { [cardId]: 2, [second]: 0 }]);
});

it('A member leaves by themselves, and takes nobody along', async () => {
  const { teamId, owner, admin, member, before } = await makeBusyTeam();
  expect((await member.call('DELETE', `/api/teams/${teamId}/members/${admin.id}`)).status).toBe(403);
  expect((await member.call('DELETE', `/api/teams/${teamId}/members/${member.id}`)).status).toBe(200);
  await expectKept(teamId, before);
  const refused = await owner.call('DELETE', `/api/teams/${teamId}/members/${owner.id}`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'You own this team. Hand it over to somebody first, or delete it.',
  ]);
});

it('A member who deletes their account leaves the team’s rows as they are, but for the holder', async () => {
  const { teamId, member, before } = await makeBusyTeam();
  const deletion = { username: member.username, password: PASSWORD };
  expect((await member.call('DELETE', '/api/account', deletion)).status).toBe(200);
  await eraseRests(server.running.app);
  await expectKept(teamId, before);
  expect(await db().$count(teamMembers, eq(teamMembers.teamId, teamId))).toBe(2);
});

it('Accounts that are deleted while members are removed and people arrive lose nothing', {
  tags: ['thorough'],
}, async () => {
  const { teamId, cardId, owner, admin, member } = await makeBusyTeam();
  const more = await Promise.all(
    Array.from({ length: 3 }, async (_, at) => {
      const one = await addMember(server, teamId);
      const heldCard = await addTeamCard(server, teamId, one.id, `Card ${at}`);
      return { ...one, heldCard };
    }),
  );
  const answers = await Promise.all([
    ...more.map(({ call, username }) => call('DELETE', '/api/account', { username, password: PASSWORD })),
    ...more.map(({ id }) => admin.call('DELETE', `/api/teams/${teamId}/members/${id}`)),
    owner.call('DELETE', `/api/teams/${teamId}/members/${member.id}`),
    ...[cardId, ...more.map(({ heldCard }) => heldCard)].map((card, at) =>
      server.client()('POST', '/api/contacts/exchange', {
        fullName: 'Rush Visitor',
        email: `rush${at}@example.com`,
        cardId: card,
      }),
    ),
  ]);
  expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
  expect(await db().$count(contacts, eq(contacts.userId, teamId))).toBe(5);
  expect(await db().$count(businessCards, eq(businessCards.userId, teamId))).toBe(5);
  expect(await db().$count(leadCaptures, eq(leadCaptures.cardOwnerId, teamId))).toBe(1);
});

it('An owner demoted twice at once, or by themselves, stays the owner', { tags: ['thorough'] }, async () => {
  const { teamId, owner, admin } = await addWholeTeam(server);
  const demote = (call = admin.call) =>
    call('PATCH', `/api/teams/${teamId}/members/${owner.id}`, { role: 'member' });
  const answers = await Promise.all([demote(), demote(owner.call), demote(), demote(owner.call)]);
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(await roleIn(server, teamId, owner.id)).toBe('owner');
});

it('Two team admins who demote each other at once: one of them is too late', {
  tags: ['thorough'],
}, async () => {
  const { teamId, admin } = await addWholeTeam(server);
  const other = await addMember(server, teamId, 'admin');
  const answers = await Promise.all([
    admin.call('PATCH', `/api/teams/${teamId}/members/${other.id}`, { role: 'member' }),
    other.call('PATCH', `/api/teams/${teamId}/members/${admin.id}`, { role: 'member' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

it('A paused card of a team tells its holder and those who run the team who sees it still', async () => {
  const { cardId, owner, admin, member } = await addWholeTeam(server);
  await db().update(businessCards).set({ isActive: false }).where(eq(businessCards.id, cardId));
  for (const { call } of [owner, admin, member])
    expect((await call('GET', `/card/${cardId}`)).text).toContain(
      'Only its holder and those who run the team can see this card.',
    );
  expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(404);
});

it('Whatever a member sets, exports, merges or deletes, the team’s rows stay, and its page goes on', {
  tags: ['thorough'],
}, async () => {
  const { teamId, cardId, admin, member, before } = await makeBusyTeam();
  const of = (path: string) => `${path}?account=${teamId}`;
  const settings = { isProfileVisible: false, isExchangeEnabled: false };
  expect((await member.call('PATCH', '/api/account', settings)).status).toBe(200);
  expect((await member.call('PUT', '/api/recipients/retention', { months: 6 })).status).toBe(200);
  expect((await member.call('PUT', of('/api/recipients/retention'), { months: 6 })).status).toBe(403);
  await db()
    .update(users)
    .set({ subscriptionStatus: 'expired', trialEndsAt: new Date(0) })
    .where(eq(users.id, member.id));
  expect((await member.call('GET', of('/api/contacts/export'))).status).toBe(403);
  const { body: contacts } = await member.call('GET', of('/api/contacts'));
  const [{ id }] = contacts;
  const merge = { keep: id, others: ['another'] };
  expect((await member.call('POST', of('/api/contacts/merge'), merge)).status).toBe(404);
  const { body: leads } = await member.call('GET', of('/api/contacts/leads'));
  expect((await member.call('DELETE', of(`/api/contacts/leads/${leads[0].id}`))).status).toBe(200);
  expect((await member.call('DELETE', of(`/api/contacts/${id}`))).status).toBe(200);
  expect((await member.call('DELETE', of(`/api/cards/${cardId}`))).status).toBe(403);
  const restore = () => admin.call('POST', of('/api/contacts/released/restore'), { holderId: member.id });
  expect((await restore()).body).toEqual({ count: 2 });
  expect(withoutChanges(await rowsOf(teamId))).toEqual(withoutChanges(before));
  expect(
    (await member.call('PUT', of(`/api/cards/${cardId}`), { tagline: 'Still mine to edit' })).status,
  ).toBe(200);
  expect((await server.client()('GET', `/api/cards/${cardId}`)).status).toBe(200);
  const next = { fullName: 'Nina Next', email: 'nina@example.com', cardId };
  expect((await server.client()('POST', '/api/contacts/exchange', next)).status).toBe(200);
});
