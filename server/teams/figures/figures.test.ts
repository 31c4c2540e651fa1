import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamCardFigures, teamFigures, teamHolderFigures } from '#server/db/schema/teams.ts';
import { teams } from '#server/db/schema/users.ts';
import { countWanted } from '#server/teams/figures/count-figures.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addMember, addTeam, addTeamCard, addWholeTeam } from '#test/teams.ts';
import { firstOf } from '#test/thorough.ts';

const START = new Date('2026-05-13T00:30:00Z');
let now = START;
const server = startTestServer({ TRUST_PROXY: 'on' }, () => now);
const db = () => server.running.app.db;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

beforeEach(() => {
  now = START;
});

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const count = () => countWanted(server.running.app, new AbortController().signal);

/** The figures after they were counted for whoever looks. */
async function figuresOf(call: Client, teamId: string, query = '') {
  await call('GET', `/api/teams/${teamId}/figures${query}`);
  await count();
  return (await call('GET', `/api/teams/${teamId}/figures${query}`)).body;
}

async function look(cardId: string, address: string): Promise<void> {
  const headers = { 'user-agent': CHROME, 'x-forwarded-for': address };
  expect((await server.client()('POST', `/api/cards/${cardId}/views`, {}, headers)).body.isCounted).toBe(
    true,
  );
}

async function meet(cardId: string, name: string): Promise<void> {
  const sent = { fullName: name, email: `${name.split(' ')[0]}@example.com`, cardId };
  expect((await server.client()('POST', '/api/contacts/exchange', sent)).status).toBe(200);
}

async function leaveLead(cardId: string): Promise<void> {
  await db().update(businessCards).set({ leadCaptureEnabled: true }).where(eq(businessCards.id, cardId));
  const lead = { name: 'Leo Lead', email: 'leo@example.com' };
  expect((await server.client()('POST', `/api/cards/${cardId}/leads`, lead)).status).toBe(200);
}

it('Views, visitors, contacts and leads are summed by day, by holder and by card', async () => {
  const { teamId, cardId, owner, admin, member } = await addWholeTeam(server);
  const free = await addTeamCard(server, teamId, null, 'Free Card');
  await look(cardId, '198.51.100.1');
  pass(DAY_MS);
  await look(cardId, '198.51.100.1');
  await look(cardId, '198.51.100.2');
  await look(free, '198.51.100.1');
  await meet(cardId, 'Vera Visitor');
  await leaveLead(cardId);
  await meet(free, 'Fred Free');
  const figures = await figuresOf(admin.call, teamId);
  expect(figures).toMatchObject({
    asOf: now.toISOString(),
    totals: { views: 4, visitors: 3, contacts: 2, leads: 1 },
    unheld: { cards: 1, views: 1, visitors: 1, contacts: 1, leads: 0 },
    isComplete: true,
  });
  expect(figures.byDay).toHaveLength(30);
  expect(figures.byDay.slice(-3)).toEqual([
    { day: '2026-05-12', views: 0, visitors: 0, contacts: 0, leads: 0 },
    { day: '2026-05-13', views: 1, visitors: 1, contacts: 0, leads: 0 },
    { day: '2026-05-14', views: 3, visitors: 2, contacts: 2, leads: 1 },
  ]);
  const path = `/api/teams/${teamId}/figures`;
  expect((await owner.call('GET', `${path}/holders`)).body).toEqual([
    {
      userId: member.id,
      fullName: 'Mary Member',
      ...{ cards: 1, views: 3, visitors: 2, contacts: 1, leads: 1 },
    },
  ]);
  expect((await owner.call('GET', `${path}/cards`)).body).toEqual([
    { cardId, cardName: 'Team card', fullName: 'Grace Hopper', views: 3, visitors: 2 },
    { cardId: free, cardName: 'Team card', fullName: 'Free Card', views: 1, visitors: 1 },
  ]);
});

it('Only the days that were asked for count, each range by itself', async () => {
  const { teamId, cardId, owner } = await addWholeTeam(server);
  await look(cardId, '198.51.100.1');
  pass(7 * DAY_MS);
  await look(cardId, '198.51.100.2');
  for (const [days, views] of [
    [7, 1],
    [30, 2],
    [90, 2],
  ]) {
    const { totals, byDay } = await figuresOf(owner.call, teamId, `?days=${days}`);
    expect([totals.views, byDay.length]).toEqual([views, days]);
  }
  for (const query of ['?days=8', '?days=all', '?days=', '?days=30&days=7'])
    expect((await owner.call('GET', `/api/teams/${teamId}/figures${query}`)).status).toBe(400);
});

it('Before the first count nothing is said, and later ones come a minute after the last', async () => {
  const { teamId, cardId, owner } = await addWholeTeam(server);
  const other = await addTeam(server, owner.id, 'Never looked at');
  await look(cardId, '198.51.100.1');
  const read = async () => (await owner.call('GET', `/api/teams/${teamId}/figures`)).body;
  const first = now.toISOString();
  await figuresOf(owner.call, teamId);
  await look(cardId, '198.51.100.2');
  pass(30_000);
  expect(await read()).toMatchObject({ asOf: first, totals: { views: 1 } });
  expect(await count()).toBe(30_000);
  expect(await read()).toMatchObject({ asOf: first, totals: { views: 1 } });
  pass(30_000);
  await count();
  expect(await read()).toMatchObject({ asOf: now.toISOString(), totals: { views: 2 } });
  expect(await db().$count(teamFigures, eq(teamFigures.teamId, other))).toBe(0);
});

it('A thousand looks ask for one count, which the product makes by itself', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner } = await addWholeTeam(server);
  const path = `/api/teams/${teamId}/figures`;
  const looks = await Promise.all(Array.from({ length: 20 }, () => owner.call('GET', path)));
  for (const { status } of looks) expect([200, 429]).toContain(status);
  await expect.poll(async () => (await owner.call('GET', path)).body.asOf).toBe(now.toISOString());
  expect(await db().$count(teamFigures, eq(teamFigures.teamId, teamId))).toBe(1);
});

it('What is deleted, moved or taken from somebody is so in the next count', async () => {
  const { teamId, cardId, owner, member } = await addWholeTeam(server);
  const gone = await addTeamCard(server, teamId, member.id, 'Gone');
  await look(cardId, '198.51.100.1');
  await look(gone, '198.51.100.1');
  await meet(cardId, 'Vera Visitor');
  await figuresOf(owner.call, teamId);
  await db().update(businessCards).set({ deletedAt: now }).where(eq(businessCards.id, gone));
  // A deleted card is not listed even before.
  expect((await owner.call('GET', `/api/teams/${teamId}/figures/cards`)).body).toHaveLength(1);
  await owner.call('DELETE', `/api/teams/${teamId}/members/${member.id}`);
  pass(60_000);
  expect(await figuresOf(owner.call, teamId)).toMatchObject({
    totals: { views: 1, contacts: 1 },
    unheld: { cards: 1, views: 1, contacts: 1 },
  });
  expect(await db().$count(teamHolderFigures, eq(teamHolderFigures.teamId, teamId))).toBe(0);
  expect(await db().$count(teamCardFigures, eq(teamCardFigures.teamId, teamId))).toBe(1);
  await db().delete(teams).where(eq(teams.id, teamId));
  expect(await db().$count(teamCardFigures, eq(teamCardFigures.teamId, teamId))).toBe(0);
});

it.each(firstOf(['holders', 'cards']))(
  'The list of %s is read page by page, most views first',
  async (list) => {
    const { teamId, owner } = await addWholeTeam(server);
    for (let nth = 1; nth <= 4; nth += 1) {
      const holder = await addMember(server, teamId);
      const card = await addTeamCard(server, teamId, holder.id);
      for (let view = 0; view < nth % 3; view += 1) await look(card, `198.51.100.${view}`);
    }
    await figuresOf(owner.call, teamId);
    const views: number[] = [];
    const ids = new Set<string>();
    let path = `/api/teams/${teamId}/figures/${list}?limit=2`;
    for (let page = 0; path; page += 1) {
      const { body, headers } = await owner.call('GET', path);
      for (const line of body) {
        views.push(line.views);
        ids.add(line.userId ?? line.cardId);
      }
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
      expect(page).toBeLessThan(4);
    }
    expect(views).toEqual([2, 1, 1, 0, 0]);
    expect(ids.size).toBe(5);
    for (const query of ['limit=0', 'cursor=x', `cursor=${Buffer.from('["1e9","x"]').toString('base64url')}`])
      expect((await owner.call('GET', `/api/teams/${teamId}/figures/${list}?${query}`)).status).toBe(400);
  },
);
