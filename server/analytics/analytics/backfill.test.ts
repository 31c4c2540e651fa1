import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addOlderViews } from '#server/analytics/analytics/analytics.jobs.ts';
import { addViews } from '#server/analytics/analytics/backfill-views.ts';
import { addVisitors } from '#server/analytics/analytics/backfill-visitors.ts';
import { writeViews } from '#server/analytics/analytics/write-views.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import {
  cardDays,
  cardHours,
  cardViews,
  cardVisitors,
  rollupBackfills,
} from '#server/db/schema/analytics.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const NOW = new Date('2026-05-13T12:30:00Z');
const server = startTestServer({}, () => NOW);
const db = () => server.running.app.db;
const HOUR_MS = 3_600_000;

let owner: Client;
let cardId: string;

const before = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
/** Most within two days, some long ago, many at the same moment, and one from before the web existed. */
const TIMES = [
  ...Array.from({ length: 40 }, (_, n) => before(n)),
  ...Array.from({ length: 15 }, () => before(60)),
  before(2_000),
  before(20_000),
  new Date('1980-01-01T00:00:00Z'),
];

/** Views and visitors as an older release stored them. */
async function addOlderRows(): Promise<void> {
  await db().execute(sql`alter table card_views disable trigger card_views_roll_up`);
  const shown = { viewerDevice: 'iPhone', viewerLocation: 'Lisbon, Portugal' };
  await db()
    .insert(cardViews)
    .values(TIMES.map((createdAt) => ({ ...shown, id: newId(), cardId, createdAt, isFirst: null })));
  await db().execute(sql`alter table card_views enable trigger card_views_roll_up`);
  await db().execute(sql`alter table card_visitors disable trigger card_visitors_of_older_release`);
  await db()
    .insert(cardVisitors)
    .values(TIMES.map((countedAt) => ({ cardId, visitor: Buffer.from(newId()), countedAt })));
  await db().execute(sql`alter table card_visitors enable trigger card_visitors_of_older_release`);
  await db()
    .insert(rollupBackfills)
    .values([{ source: 'card_views' }, { source: 'card_visitors' }]);
}

const visit = () =>
  writeViews(db(), [
    {
      id: newId(),
      cardId,
      visitor: Buffer.from(newId()),
      mayBeFirst: true,
      viewerIp: null,
      viewerLocation: 'Tokyo, Japan',
      viewerDevice: 'iPhone',
      referrer: null,
      via: null,
      tag: null,
      nfcTag: null,
      createdAt: NOW,
    },
  ]);

const dashboard = async () => (await owner('GET', '/api/analytics/dashboard')).body;

async function sums() {
  const { rows } = await db().execute<Record<string, number>>(sql`
    select (select sum(views)::int from card_hours) as views, (select sum(new_visitors)::int from card_hours) as visitors,
      (select sum(views)::int from card_days where kind = 'device') as devices,
      (select count(*)::int from card_hours where views > 0) as hours,
      (select count(distinct date_trunc('hour', created_at, 'UTC'))::int from card_views) as "hoursOfViews"`);
  return rows[0];
}

const total = (newer: number) => ({
  views: TIMES.length + newer,
  visitors: TIMES.length + newer,
  devices: TIMES.length + newer,
});

beforeEach(async () => {
  for (const table of [rollupBackfills, cardHours, cardDays, cardViews, cardVisitors])
    await db().delete(table);
  owner = (await signUp(server)).call;
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' })).body.id;
});

/** A database on which every transaction fails at its end, as if the process were killed before the commit. */
const killedAtTheEnd = (): Db =>
  Object.assign(Object.create(db()), {
    transaction: (run: (tx: Db) => Promise<unknown>) =>
      db().transaction(async (tx) => {
        await run(tx as Db);
        throw new Error('killed');
      }),
  });

describe('Views of an older release', () => {
  it('are added to the figures by the job, newest first, and the dashboard says until when they are not complete', {
    tags: ['thorough'],
  }, async () => {
    await addOlderRows();
    expect(await dashboard()).toMatchObject({ isComplete: false });
    // Four days of the month's views take five steps, before anything older.
    for (let step = 0; step < 5; step += 1) expect(await addViews(db(), NOW, 10)).toBe(false);
    const { rows } = await db().execute(sql`select sum(views)::int as views from card_hours`);
    expect(rows).toEqual([{ views: 55 }]);
    expect(await addOlderViews(server.running.app, 10, 60_000)).toBe(true);
    const found = await sums();
    expect(found).toMatchObject(total(0));
    expect(found?.hours).toBe(found?.hoursOfViews);
    const shown = await dashboard();
    expect(shown.isComplete).toBe(true);
    expect(shown.breakdowns.places).toEqual([{ value: 'Lisbon, Portugal', views: 55 }]);
    const days = shown.viewsByDay.reduce((sum: number, { views }: { views: number }) => sum + views, 0);
    expect(days).toBe(55);
  });

  it('are added once even if new ones arrive meanwhile and several processes add them', {
    tags: ['thorough'],
  }, async () => {
    await addOlderRows();
    const { app } = server.running;
    const visits = Array.from({ length: 20 }, visit);
    const runs = [addOlderViews(app, 3, 60_000), addOlderViews(app, 4, 60_000)];
    expect(await Promise.all(runs)).toEqual([true, true]);
    await Promise.all(visits);
    expect(await sums()).toMatchObject(total(20));
  });

  it('are added once although steps are killed just before their end', { tags: ['thorough'] }, async () => {
    await addOlderRows();
    await expect(addViews(killedAtTheEnd(), NOW, 10)).rejects.toThrow('killed');
    expect(await addViews(db(), NOW, 10)).toBe(false);
    await expect(addViews(killedAtTheEnd(), NOW, 10)).rejects.toThrow('killed');
    await expect(addVisitors(killedAtTheEnd(), NOW, 10)).rejects.toThrow('killed');
    expect(await addOlderViews(server.running.app, 10, 60_000)).toBe(true);
    expect(await sums()).toMatchObject(total(0));
  });

  it('need no work if there are none', async () => {
    expect(await addOlderViews(server.running.app)).toBe(true);
    expect(await dashboard()).toMatchObject({ isComplete: true });
  });

  it('are left to the process already adding them, so that a restart after a kill does not start a second one', {
    tags: ['thorough'],
  }, async () => {
    await addOlderRows();
    const { app } = server.running;
    await db().transaction(async (other) => {
      await addViews(other, NOW, 10);
      await addVisitors(other, NOW, 10);
      expect(await addOlderViews(app, 10, 60_000)).toBe(true);
    });
    expect(await addOlderViews(app, 10, 60_000)).toBe(true);
    expect(await sums()).toMatchObject(total(0));
  });

  it('whose visitors the older release still meets beside us are new once, whatever the job has done', {
    tags: ['thorough'],
  }, async () => {
    await addOlderRows();
    const meet = (visitor: string, hours: number) =>
      db().execute(sql`
        insert into card_visitors (card_id, visitor, counted_at)
        values (${cardId}, ${Buffer.from(visitor)}, ${before(hours).toISOString()})
        on conflict (card_id, visitor) do update set counted_at = excluded.counted_at`);
    await meet('met before the job', 2);
    expect(await addOlderViews(server.running.app, 10, 60_000)).toBe(true);
    await meet('met after the job', 1);
    await meet('met after the job', 0);
    await meet('met before the job', 0);
    expect((await sums())?.visitors).toBe(TIMES.length + 2);
  });

  it('that the older release still writes beside us are counted at once', async () => {
    await db().execute(sql`
      insert into card_views (id, card_id, viewer_device, referrer, created_at)
      values ('older', ${cardId}, 'Mac', 'www.linkedin.com', ${NOW.toISOString()})`);
    expect(await dashboard()).toMatchObject({
      isComplete: true,
      breakdowns: { channels: [{ value: 'linkedin', views: 1 }] },
    });
  });
});
