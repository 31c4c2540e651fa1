import { beforeEach, describe, expect, it } from 'vitest';
import { cardViews } from '#server/db/schema/analytics.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

/** A moment just after midnight UTC, when most of the world has a different date. */
const server = startTestServer({}, () => new Date('2026-05-13T00:30:00Z'));

let owner: Client;
let work: string;
let home: string;
let views = 0;

const addCard = async (call: Client, name: string): Promise<string> =>
  (await call('POST', '/api/cards', { name, fullName: 'Ada King' })).body.id;

/** `isFirst`: the visitor had not been there before. */
async function addView(cardId: string, time: string, isFirst = false, more: object = {}): Promise<void> {
  views += 1;
  const row = {
    id: `view-${views}`,
    cardId,
    viewerDevice: 'iPhone',
    isFirst,
    createdAt: new Date(time),
    ...more,
  };
  await server.running.app.db.insert(cardViews).values(row);
}

const read = (query: string, call = owner) => call('GET', `/api/analytics/dashboard?${query}`);

beforeEach(async () => {
  owner = (await signUp(server)).call;
  work = await addCard(owner, 'Work');
  home = await addCard(owner, 'Home');
});

describe('The figures of a range', () => {
  it('count its days and those before, with the visitors first seen in them', async () => {
    for (const time of ['2026-05-13T00:10:00Z', '2026-05-07T00:00:00Z', '2026-05-07T23:59:59Z'])
      await addView(work, time, time.startsWith('2026-05-13'));
    for (const time of ['2026-05-06T23:59:59Z', '2026-04-30T00:00:00Z']) await addView(home, time, true);
    await addView(home, '2026-04-29T23:59:59Z', true);
    const { range } = (await read('days=7')).body;
    expect(range).toMatchObject({
      from: '2026-05-07',
      stepDays: 1,
      views: 3,
      visitors: 1,
      before: { views: 2, visitors: 2 },
      cards: [{ cardId: work, views: 3, visitors: 1 }],
    });
    expect(range.steps).toEqual([
      { day: '2026-05-07', views: 2, before: 1 },
      ...['08', '09', '10', '11', '12'].map((day) => ({ day: `2026-05-${day}`, views: 0, before: 0 })),
      { day: '2026-05-13', views: 1, before: 1 },
    ]);
    expect(range.breakdowns.devices).toEqual([{ value: 'iPhone', views: 3 }]);
  });

  it('are of one card if asked, and by week in a year', async () => {
    await addView(work, '2025-05-14T00:00:00Z', true);
    await addView(home, '2026-05-12T10:00:00Z', true, { via: 'qr' });
    const { range } = (await read(`days=365&card=${home}`)).body;
    expect(range).toMatchObject({ from: '2025-05-14', stepDays: 7, views: 1, visitors: 1 });
    expect(range.steps).toHaveLength(53);
    // The first one, of a single day, is short.
    expect(range.steps.slice(0, 2).map(({ day }: { day: string }) => day)).toEqual([
      '2025-05-14',
      '2025-05-15',
    ]);
    expect(range.steps.at(-1)).toEqual({ day: '2026-05-07', views: 1, before: 0 });
    expect(range.breakdowns.channels).toEqual([{ value: 'qr', views: 1 }]);
    const other = (await read(`days=365&card=${work}`)).body.range;
    expect([other.views, other.steps[0].views]).toEqual([1, 1]);
  });

  it('begin with the month of the first view for all time, which nothing is before', async () => {
    await addView(work, '2026-01-31T12:00:00Z', true);
    await addView(work, '2026-03-01T12:00:00Z');
    const { range } = (await read('days=all')).body;
    expect(range).toMatchObject({ from: '2026-01-01', stepDays: 0, views: 2, visitors: 1, before: null });
    expect(range.steps.map(({ day, views: count }: { day: string; views: number }) => [day, count])).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 0],
      ['2026-03-01', 1],
      ['2026-04-01', 0],
      ['2026-05-01', 0],
    ]);
    expect((await read(`days=all&card=${home}`)).body.range.steps).toHaveLength(1);
  });

  it('are left out without parameters, and of 30 days for a card alone', async () => {
    expect((await read('')).body).not.toHaveProperty('range');
    expect((await read(`card=${work}`)).body.range.steps).toHaveLength(30);
  });

  it('are refused for other days, and for cards of other people', async () => {
    const other = (await signUp(server)).call;
    expect((await read('days=31')).status).toBe(400);
    expect((await read(`card=${work}`, other)).status).toBe(404);
    expect((await read('card=%00')).status).toBe(400);
    expect((await read('days=7', server.client())).status).toBe(401);
  });
});
