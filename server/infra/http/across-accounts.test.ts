import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { teamMembers, teams } from '#server/db/schema/users.ts';
import { accountId, type PersonId } from '#shared/accounts/ids.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeam, addTeamCard, addWholeTeam } from '#test/teams.ts';

/** Lists of a person and of all the teams they are in, as one. */

const server = shareTestServer();
const db = () => server.running.app.db;
let person: Awaited<ReturnType<typeof signUp>>;
let first: Awaited<ReturnType<typeof addWholeTeam>>;
let second: Awaited<ReturnType<typeof addTeam>>;
/** Every person that `person` may see, newest first: contacts and leads in turn, of three accounts. */
let expected: string[];

const MET = 60;

async function meetEverybody(cards: { userId: string; cardId: string; holderId: PersonId | null }[]) {
  const ids: string[] = [];
  for (let index = 0; index < MET; index += 1) {
    const { userId, cardId, holderId } = cards[index % cards.length] ?? {};
    if (!userId || !cardId) throw new Error('There is no card.');
    const id = newId();
    // Three at each moment, so that a page may end among them.
    const createdAt = new Date(Date.UTC(2026, 0, 1) - Math.floor(index / 3) * 1_000);
    const common = { id, holderId: holderId ?? null, cardId, createdAt };
    const account = accountId.parse(userId);
    if (index % 2)
      await db()
        .insert(contacts)
        .values({ ...common, userId: account, fullName: `Ada ${index}`, email: '' });
    else
      await db()
        .insert(leadCaptures)
        .values({ ...common, cardOwnerId: account, leadName: `Ada ${index}`, leadEmail: '' });
    ids.push(id);
  }
  return ids;
}

beforeAll(async () => {
  first = await addWholeTeam(server);
  person = first.member;
  const owner = await signUp(server);
  second = await addTeam(server, owner.id, 'Second');
  await db().insert(teamMembers).values({ id: newId(), teamId: second, userId: person.id, role: 'admin' });
  const ownCard = await addCard(person.call);
  await addTeamCard(server, second, null);
  const cards = [
    { userId: person.id, cardId: ownCard, holderId: null },
    { userId: first.teamId, cardId: first.cardId, holderId: person.id },
    { userId: second, cardId: await addTeamCard(server, second, person.id), holderId: null },
  ];
  await meetEverybody(cards);
  // Held by somebody else in a team in which `person` is a member.
  await meetEverybody([{ userId: first.teamId, cardId: first.cardId, holderId: first.admin.id }]);
  expected = await allOf(person.call, '/api/contacts/people', 200);
});

async function addCard(call: Client): Promise<string> {
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
  return body.id;
}

async function allOf(call: Client, path: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined = `${path}?account=all&limit=${limit}`;
  while (next) {
    const { body, headers, text, status } = await call('GET', next);
    expect(status, text).toBe(200);
    ids.push(...(body as { id: string }[]).map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return ids;
}

describe('A call for all accounts', () => {
  it('lists one’s own and what one sees of each team, newest first, each with its team', async () => {
    const { body } = await person.call('GET', '/api/contacts/people?account=all&limit=100');
    const rows = body as { id: string; teamId?: string; createdAt: string }[];
    expect(rows).toHaveLength(MET);
    const ofEach = new Map<string, number>();
    for (const { teamId = person.id } of rows) ofEach.set(teamId, (ofEach.get(teamId) ?? 0) + 1);
    expect(ofEach).toEqual(new Map([person.id, first.teamId, second].map((id) => [id, MET / 3])));
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect((await person.call('GET', '/api/contacts/people')).text).not.toContain('teamId');
  });

  it.each([2, 7, 20])('reads each once on pages of %i', { tags: ['thorough'] }, async (limit) => {
    expect(await allOf(person.call, '/api/contacts/people', limit)).toEqual(expected);
    const found = await allOf(person.call, '/api/contacts', limit);
    expect(found).toHaveLength(MET / 2);
  });

  it('searches all of them', async () => {
    const { body } = await person.call('GET', '/api/contacts/people?account=all&limit=100&q=Ada%201');
    expect((body as { fullName: string }[]).map(({ fullName }) => fullName)).toHaveLength(11);
  });

  it('counts them together, and lists the cards that one has and holds, also as an admin', async () => {
    const { body } = await person.call('GET', '/api/contacts/summary?account=all');
    expect(body).toMatchObject({ contacts: MET / 2, leads: MET / 2 });
    const cards = (await person.call('GET', '/api/cards?account=all')).body as { teamId?: string }[];
    expect(cards.map(({ teamId = person.id }) => teamId).toSorted()).toEqual(
      [person.id, first.teamId, second].toSorted(),
    );
  });

  it('is one’s own for somebody without a team, and leaves out a deleted one', async () => {
    const alone = await signUp(server);
    await addCard(alone.call);
    expect((await alone.call('GET', '/api/cards?account=all')).body).toHaveLength(1);
    const team = await addTeam(server, alone.id);
    await addTeamCard(server, team, alone.id);
    expect((await alone.call('GET', '/api/cards?account=all')).body).toHaveLength(2);
    await db().update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, team));
    expect((await alone.call('GET', '/api/cards?account=all')).body).toHaveLength(1);
  });

  it('is refused where it is about one', async () => {
    for (const [method, path] of [
      ['GET', '/api/contacts/export'],
      ['GET', '/api/contacts/tags'],
      ['POST', '/api/contacts'],
    ] as const) {
      const { status, text } = await person.call(
        method,
        `${path}?account=all`,
        method === 'POST' ? {} : undefined,
      );
      expect([path, status], text).toEqual([path, 400]);
      expect(text).toContain('Please name one account.');
    }
    expect((await server.client()('GET', '/api/contacts/people?account=all')).status).toBe(401);
    expect((await person.call('GET', '/api/contacts/people?account=all&account=all')).status).toBe(400);
  });

  it('is refused for more teams than are read at once', { tags: ['thorough'] }, async () => {
    const busy = await signUp(server);
    for (let count = 0; count < 51; count += 1) await addTeam(server, busy.id);
    const { status, text } = await busy.call('GET', '/api/contacts/people?account=all');
    expect([status, text]).toEqual([400, expect.stringContaining('more than 50 teams')]);
  });
});
