import { beforeEach, describe, expect, it } from 'vitest';
import { cardViews } from '#server/db/schema/analytics.ts';
import { RECENT_VIEWS } from '#shared/contract/constants.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

/** A moment just after midnight UTC, when most of the world has a different date. */
const NOW = new Date('2026-05-13T00:30:00Z');
const server = startTestServer({ TRUST_PROXY: 'on' }, () => NOW);
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
const PATHS = ['/api/analytics/dashboard', '/api/analytics/export'];

let owner: Client;

const signedIn = async (): Promise<Client> => (await signUp(server, 'Ada King')).call;

const addCard = async (call: Client, name: string): Promise<string> =>
  (await call('POST', '/api/cards', { name, fullName: 'Ada King' })).body.id;

/** A view by a visitor at an address, through the public page's endpoint. */
async function look(cardId: string, address: string, referrer?: string): Promise<void> {
  const headers = { 'user-agent': CHROME, 'x-forwarded-for': address, 'cf-ipcountry': 'GH' };
  const answer = await server.client()('POST', `/api/cards/${cardId}/views`, { referrer }, headers);
  expect(answer.body).toEqual({ isCounted: true });
}

/** Views in the past, which nobody can send: the card's counters stay unchanged. */
async function addPastViews(cardId: string, times: string[]): Promise<void> {
  const rows = times.map((time, index) => ({
    id: `${cardId}-${index}`,
    cardId,
    viewerDevice: 'iPhone',
    createdAt: new Date(time),
  }));
  await server.running.app.db.insert(cardViews).values(rows);
}

const dashboard = async (call = owner) => (await call('GET', '/api/analytics/dashboard')).body;

beforeEach(async () => {
  owner = await signedIn();
});

describe('The dashboard call', () => {
  it('is about the cards one holds of a team, and about one that is named', async () => {
    const team = await addWholeTeam(server);
    await look(team.cardId, '203.0.113.7');
    const read = async (call: Client, more = '') =>
      (await call('GET', `/api/analytics/dashboard?account=${team.teamId}${more}`)).body;
    expect(await read(team.member.call)).toMatchObject({ totalViews: 1 });
    expect(await read(team.admin.call)).toMatchObject({ totalViews: 0, cardAnalytics: [] });
    const named = await read(team.admin.call, `&card=${team.cardId}`);
    expect(named.range.views).toBe(1);
  });

  it('counts nothing of nothing, over thirty days', async () => {
    const { viewsByDay, ...rest } = await dashboard();
    expect(rest).toEqual({
      totalViews: 0,
      totalUniqueViews: 0,
      cardAnalytics: [],
      recentViews: [],
      breakdowns: { devices: [], sources: [], channels: [], tags: [], places: [] },
      isComplete: true,
      viewsKept: null,
    });
    expect(viewsByDay).toHaveLength(30);
    expect(viewsByDay.at(0)).toEqual({ day: '2026-04-14', views: 0 });
    expect(viewsByDay.at(-1)).toEqual({ day: '2026-05-13', views: 0 });
  });

  it('lists every card with exact counts, and their sums', async () => {
    const work = await addCard(owner, 'Work');
    const home = await addCard(owner, 'Home');
    const quiet = await addCard(owner, 'Quiet');
    await look(work, '198.51.100.1', 'https://www.linkedin.com/feed/');
    await look(work, '198.51.100.2');
    await look(home, '198.51.100.1');
    const figures = await dashboard();
    expect(figures).toMatchObject({ totalViews: 3, totalUniqueViews: 3 });
    const byName = new Map(figures.cardAnalytics.map((card: { cardName: string }) => [card.cardName, card]));
    expect(byName.size).toBe(3);
    expect(byName.get('Work')).toEqual({
      cardId: work,
      cardName: 'Work',
      views: 2,
      uniqueViews: 2,
      viewsThisWeek: 2,
    });
    expect(byName.get('Home')).toEqual({
      cardId: home,
      cardName: 'Home',
      views: 1,
      uniqueViews: 1,
      viewsThisWeek: 1,
    });
    expect(byName.get('Quiet')).toEqual({
      cardId: quiet,
      cardName: 'Quiet',
      views: 0,
      uniqueViews: 0,
      viewsThisWeek: 0,
    });
    expect(figures.viewsByDay.at(-1)).toEqual({ day: '2026-05-13', views: 3 });
  });

  it('returns the fields of a view that the specification lists, and no address', async () => {
    await look(await addCard(owner, 'Work'), '198.51.100.1', 'https://www.linkedin.com/feed/');
    expect((await dashboard()).recentViews).toEqual([
      {
        id: expect.any(String),
        viewerDevice: 'Windows',
        viewerLocation: 'Ghana',
        referrer: 'www.linkedin.com',
        createdAt: NOW.toISOString(),
      },
    ]);
    const everything = await owner('GET', '/api/analytics/export');
    expect(everything.text).not.toContain('198.51.100');
  });

  it('shows the latest views over all cards, newest first', async () => {
    const work = await addCard(owner, 'Work');
    const home = await addCard(owner, 'Home');
    const minute = (index: number) => new Date(NOW.getTime() - index * 60_000).toISOString();
    const moments = Array.from({ length: RECENT_VIEWS + 10 }, (_, index) => minute(index));
    await addPastViews(
      work,
      moments.filter((_, index) => index % 3 === 0),
    );
    await addPastViews(
      home,
      moments.filter((_, index) => index % 3 !== 0),
    );
    const { recentViews } = await dashboard();
    expect(recentViews.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
      moments.slice(0, RECENT_VIEWS),
    );
  });

  it('counts days of UTC: a view belongs to the day it was then in Greenwich', async () => {
    await addPastViews(await addCard(owner, 'Work'), [
      '2026-05-13T00:00:00.000Z',
      '2026-05-12T23:59:59.999Z',
      '2026-05-12T00:00:00.000Z',
      '2026-04-14T00:00:00.000Z',
      '2026-04-13T23:59:59.999Z',
    ]);
    const { viewsByDay } = await dashboard();
    const seen = viewsByDay.filter(({ views }: { views: number }) => views > 0);
    expect(seen).toEqual([
      { day: '2026-04-14', views: 1 },
      { day: '2026-05-12', views: 2 },
      { day: '2026-05-13', views: 1 },
    ]);
    const days = viewsByDay.map(({ day }: { day: string }) => day);
    expect(days).toEqual([...new Set(days)].sort());
  });

  it('counts the views of a card over seven days, today being the last', async () => {
    await addPastViews(await addCard(owner, 'Work'), [
      '2026-05-13T00:00:00.000Z',
      '2026-05-07T00:00:00.000Z',
      '2026-05-06T23:59:59.999Z',
    ]);
    const { cardAnalytics } = await dashboard();
    expect(cardAnalytics).toMatchObject([{ viewsThisWeek: 2 }]);
  });

  it('forgets a deleted card, and knows it again when it is restored', async () => {
    const work = await addCard(owner, 'Work');
    await look(work, '198.51.100.1');
    await look(await addCard(owner, 'Home'), '198.51.100.1');
    const before = await dashboard();
    await owner('DELETE', `/api/cards/${work}`);
    const without = await dashboard();
    expect(without).toMatchObject({
      totalViews: 1,
      totalUniqueViews: 1,
      cardAnalytics: [{ cardName: 'Home' }],
    });
    expect(without.recentViews).toHaveLength(1);
    expect(without.viewsByDay.at(-1).views).toBe(1);
    await owner('POST', `/api/cards/${work}/restore`);
    expect(await dashboard()).toEqual(before);
  });
});

describe('The export', () => {
  it('holds the dashboard and every view, also those that are no longer recent', async () => {
    const work = await addCard(owner, 'Work');
    const hours = Array.from({ length: RECENT_VIEWS + 5 }, (_, index) =>
      new Date(NOW.getTime() - index * 3_600_000).toISOString(),
    );
    await addPastViews(work, [...hours, '2020-01-01T00:00:00.000Z']);
    const { status, body } = await owner('GET', '/api/analytics/export');
    expect(status).toBe(200);
    const pretty = await owner('GET', '/api/analytics/export?pretty=true');
    expect(pretty.text).toBe(JSON.stringify(body, null, 2));
    const { exportedAt, views, ...rest } = body;
    expect(exportedAt).toBe(NOW.toISOString());
    expect(rest).toEqual(await dashboard());
    expect(views).toHaveLength(RECENT_VIEWS + 6);
    expect(views.at(-1)).toEqual({
      id: `${work}-${RECENT_VIEWS + 5}`,
      cardId: work,
      viewerDevice: 'iPhone',
      viewerLocation: null,
      referrer: null,
      via: null,
      tag: null,
      createdAt: '2020-01-01T00:00:00.000Z',
    });
  });
});

describe('The analytics of someone else', () => {
  it('are in nobody’s figures but their own', async () => {
    const card = await addCard(owner, 'Work');
    await look(card, '198.51.100.1');
    const other = await signedIn();
    const nothing = await dashboard(other);
    expect(nothing).toMatchObject({ totalViews: 0, totalUniqueViews: 0, cardAnalytics: [], recentViews: [] });
    expect(nothing.viewsByDay.every(({ views }: { views: number }) => views === 0)).toBe(true);
    const { body, text } = await other('GET', '/api/analytics/export');
    const pretty = await other('GET', '/api/analytics/export?pretty=true');
    expect(pretty.text).toBe(JSON.stringify(body, null, 2));
    expect(body.views).toEqual([]);
    expect(text).not.toContain(card);
  });

  it.each(PATHS)('%s is closed to the signed out', async (path) => {
    const { status, body } = await server.client()('GET', path);
    expect([status, body.code]).toEqual([401, 'signed_out']);
  });
});
