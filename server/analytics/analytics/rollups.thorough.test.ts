import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PendingView, writeViews } from '#server/analytics/analytics/write-views.ts';
import { newId } from '#server/db/new-id.ts';
import { cardDays, cardHours, cardViews, cardVisitors } from '#server/db/schema/analytics.ts';
import { CHANNELS } from '#shared/cards/channels.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const NOW = new Date('2026-05-13T00:30:00Z');
const server = startTestServer({}, () => NOW);
const db = () => server.running.app.db;

let owner: Client;
let cardId: string;

const addCard = async (name = 'Work') =>
  String((await owner('POST', '/api/cards', { name, fullName: 'Ada King' })).body.id);

beforeEach(async () => {
  owner = (await signUp(server)).call;
  cardId = await addCard();
});

/** A view by a new visitor, unless specified otherwise. */
const viewOf = (more: Partial<PendingView>): PendingView => ({
  id: newId(),
  cardId,
  visitor: Buffer.from(newId()),
  mayBeFirst: true,
  viewerIp: '198.51.100.0',
  viewerLocation: null,
  viewerDevice: 'iPhone',
  referrer: null,
  via: null,
  tag: null,
  nfcTag: null,
  createdAt: NOW,
  ...more,
});

const breakdowns = async () => (await owner('GET', '/api/analytics/dashboard')).body.breakdowns;

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** A card's rollups, and the result of counting its views and visitors again. */
async function rolledUp(id: string) {
  const hours = await db()
    .select()
    .from(cardHours)
    .where(eq(cardHours.cardId, id))
    .orderBy(asc(cardHours.hour));
  const days = await db().select().from(cardDays).where(eq(cardDays.cardId, id));
  return {
    hours: hours.map(({ hour, views, newVisitors }) => [hour.toISOString(), views, newVisitors]),
    days: days.map(({ day, kind, value, views }) => [day, kind, value, views]).sort(byText),
  };
}

async function recounted(id: string) {
  const views = await db().select().from(cardViews).where(eq(cardViews.cardId, id));
  const visitors = await db().select().from(cardVisitors).where(eq(cardVisitors.cardId, id));
  const hours = new Map<string, [number, number]>();
  const days = new Map<string, number>();
  const hourOf = (at: Date) => `${at.toISOString().slice(0, 13)}:00:00.000Z`;
  const add = (hour: string, [a, b]: [number, number]) => {
    const [views, newVisitors] = hours.get(hour) ?? [0, 0];
    hours.set(hour, [views + a, newVisitors + b]);
  };
  for (const view of views) {
    add(hourOf(view.createdAt), [1, 0]);
    const values = {
      device: view.viewerDevice,
      source: view.referrer ?? 'Direct',
      channel: view.via ?? (view.referrer === null ? 'direct' : 'other'),
      tag: view.tag,
      place: view.viewerLocation,
    };
    for (const [kind, value] of Object.entries(values)) {
      if (value === null || view.viewerDevice === null) continue;
      const key = JSON.stringify([view.createdAt.toISOString().slice(0, 10), kind, value]);
      days.set(key, (days.get(key) ?? 0) + 1);
    }
  }
  for (const { firstSeenAt } of visitors) if (firstSeenAt) add(hourOf(firstSeenAt), [0, 1]);
  return {
    hours: [...hours].map(([hour, counts]) => [hour, ...counts]).sort(byText),
    days: [...days].map(([key, views]) => [...JSON.parse(key), views]).sort(byText),
  };
}

const aView = fc.record({
  visitor: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 4 }),
  minute: fc.integer({ min: 0, max: 3 * 24 * 60 }),
  card: fc.integer({ min: 0, max: 1 }),
  viewerDevice: fc.constantFrom('iPhone', 'Mac', 'Windows'),
  viewerLocation: fc.constantFrom(null, 'Lisbon, Portugal', 'Tokyo, Japan'),
  referrer: fc.constantFrom(null, 'example.org', 'example.com'),
  via: fc.constantFrom(null, ...CHANNELS),
  tag: fc.constantFrom(null, 'fair', 'Other'),
});

describe('The rollups', () => {
  it('say what counting the views again says, whatever comes in whichever batches', async () => {
    const second = await addCard('Home');
    const batches = fc.array(
      fc.uniqueArray(aView, { selector: ({ visitor, card }) => `${visitor} ${card}`, maxLength: 12 }),
      {
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const round = newId();
        await Promise.all(
          all.map((batch) => {
            const views = batch.map(({ visitor, minute, card, ...rest }) =>
              viewOf({
                ...(visitor === null ? { viewerIp: null } : rest),
                ...(visitor === null ? { viewerDevice: null } : {}),
                cardId: card === 0 ? cardId : second,
                visitor: visitor === null ? null : Buffer.from(`${round} ${visitor}`),
                createdAt: new Date(NOW.getTime() - minute * 60_000),
              }),
            );
            return writeViews(db(), views);
          }),
        );
        for (const id of [cardId, second]) expect(await rolledUp(id)).toEqual(await recounted(id));
      }),
      { numRuns: 15 },
    );
    const [{ views = 0, visitors = 0 } = {}] = (
      await db().execute<{ views: number; visitors: number }>(
        sql`select sum(views)::int as views, sum(new_visitors)::int as visitors from card_hours`,
      )
    ).rows;
    const { totalViews, totalUniqueViews } = (await owner('GET', '/api/analytics/dashboard')).body;
    expect([totalViews, totalUniqueViews]).toEqual([views, visitors]);
  });

  it('count a view in its hour and its day of UTC, and a visitor only where they came first', async () => {
    const visitor = Buffer.from('the same');
    for (const time of ['2026-05-12T22:59:59.999Z', '2026-05-12T23:59:59.999Z', '2026-05-13T00:30:00.000Z']) {
      await writeViews(db(), [viewOf({ visitor, createdAt: new Date(time) })]);
    }
    expect((await rolledUp(cardId)).hours).toEqual([
      ['2026-05-12T22:00:00.000Z', 1, 1],
      ['2026-05-12T23:00:00.000Z', 1, 0],
      ['2026-05-13T00:00:00.000Z', 1, 0],
    ]);
  });

  it('name fifty values of a day, and add up the rest as Other', async () => {
    const tags = Array.from({ length: 70 }, (_, n) => `tag ${String(n).padStart(2, '0')}`);
    for (const part of [tags.slice(0, 40), tags.slice(40), tags]) {
      await writeViews(
        db(),
        part.map((tag) => viewOf({ tag })),
      );
    }
    await writeViews(db(), [viewOf({ tag: 'tag 69', createdAt: new Date('2026-05-12T12:00:00Z') })]);
    const rows = (await rolledUp(cardId)).days.filter(([, kind]) => kind === 'tag');
    const ofDay = (wanted: string) =>
      rows.filter(([day]) => day === wanted).map(([, , value, views]) => [value, views]);
    expect(ofDay('2026-05-13')).toEqual([['Other', 40], ...tags.slice(0, 50).map((tag) => [tag, 2])]);
    expect(ofDay('2026-05-12')).toEqual([['tag 69', 1]]);
    expect((await breakdowns()).tags.slice(0, 2)).toEqual([
      { value: 'Other', views: 40 },
      { value: 'tag 00', views: 2 },
    ]);
  });

  it('are shown for thirty days, of one’s own cards that are not deleted', async () => {
    const home = await addCard('Home');
    await writeViews(db(), [
      viewOf({ tag: 'now' }),
      viewOf({ tag: 'then', createdAt: new Date('2026-04-14T00:00:00Z') }),
      viewOf({ tag: 'too old', createdAt: new Date('2026-04-13T23:59:59Z') }),
      viewOf({ tag: 'gone', cardId: home }),
    ]);
    await owner('DELETE', `/api/cards/${home}`);
    expect((await breakdowns()).tags).toEqual([
      { value: 'now', views: 1 },
      { value: 'then', views: 1 },
    ]);
    const other = (await signUp(server)).call;
    expect((await other('GET', '/api/analytics/dashboard')).body.breakdowns.tags).toEqual([]);
  });

  it('go with their card', async () => {
    await writeViews(db(), [viewOf({})]);
    await db().execute(sql`delete from business_cards where id = ${cardId}`);
    expect(await rolledUp(cardId)).toEqual({ hours: [], days: [] });
  });
});
