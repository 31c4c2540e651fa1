import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteOldViews } from '#server/analytics/analytics/analytics.jobs.ts';
import { viewsKept } from '#server/analytics/analytics/old-views.ts';
import { writeViews } from '#server/analytics/analytics/write-views.ts';
import { newId } from '#server/db/new-id.ts';
import { rollupBackfills } from '#server/db/schema/analytics.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const NOW = new Date('2026-05-13T12:30:00Z');
const server = startTestServer({ VIEWS_MONTHS: '12' }, () => NOW);
const app = () => server.running.app;

let owner: Client;
let cards: string[];

beforeEach(async () => {
  ({ call: owner } = await signUp(server));
  const add = async (name: string) => (await owner('POST', '/api/cards', { name, fullName: 'Ada' })).body.id;
  cards = [await add('One'), await add('Two'), await add('Three')];
});

/** Views of a card at these moments, counted as any are. */
const addViews = (cardId = '', moments: string[]) =>
  writeViews(
    app().db,
    moments.map((moment) => ({
      ...{ id: newId(), cardId, createdAt: new Date(moment), visitor: Buffer.from(newId()) },
      ...{ mayBeFirst: true, viewerIp: null, viewerDevice: 'iPhone', viewerLocation: 'Lisbon, Portugal' },
      ...{ referrer: null, via: null, tag: null, nfcTag: null },
    })),
  );

const DASHBOARD = '/api/analytics/dashboard?days=all';
const readAll = async () => {
  const { recentViews: _, ...figures } = (await owner('GET', DASHBOARD)).body;
  const { views } = (await owner('GET', '/api/analytics/export')).body;
  const moments: string[] = views
    .map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 16))
    .sort();
  return { figures, moments };
};

describe('Views older than VIEWS_MONTHS', () => {
  const LAST = '2025-05-12T23:59';
  const FIRST = '2025-05-13T00:00';

  it('are deleted in steps, and no figure changes', async () => {
    const many = Array.from({ length: 7 }, (_, n) => `2024-0${n + 1}-01T10:00:00Z`);
    await addViews(cards[0], [...many, `${LAST}:59Z`, `${FIRST}:00Z`]);
    await addViews(cards[2], [...many, '2026-05-13T12:00:00Z']);
    const before = await readAll();
    expect(before.moments).toHaveLength(17);
    expect(before.figures).toMatchObject({
      totalViews: 17,
      viewsKept: { months: 12, from: '2025-05-13' },
    });
    let after: string | null = '';
    let runs = 0;
    for (; after !== null; runs += 1) after = await deleteOldViews(app(), after, 2, 0);
    expect(runs).toBeGreaterThan(7);
    const { figures, moments } = await readAll();
    expect(moments).toEqual([FIRST, '2026-05-13T12:00']);
    expect(figures).toEqual(before.figures);
    expect(figures.range).toMatchObject({ views: 17 });
  });

  it('stay in the figures when none is left to list', async () => {
    await addViews(cards[1], ['2020-02-02T10:00:00Z']);
    await deleteOldViews(app());
    expect((await owner('GET', DASHBOARD)).body).toMatchObject({ totalViews: 1, recentViews: [] });
  });

  it('stay until those of an older release are counted', async () => {
    await addViews(cards[1], ['2020-02-02T10:00:00Z']);
    await app().db.insert(rollupBackfills).values({ source: 'card_views' });
    expect(await deleteOldViews(app())).toBeNull();
    expect((await readAll()).moments).toHaveLength(1);
    await app().db.execute(sql`delete from rollup_backfills`);
    expect(await deleteOldViews(app())).toBeNull();
    expect((await readAll()).moments).toHaveLength(0);
  });

  it('are all kept without it', async () => {
    await addViews(cards[1], ['2001-02-02T10:00:00Z']);
    const config = { ...app().config, viewsMonths: undefined };
    expect(await deleteOldViews({ ...app(), config })).toBeNull();
    expect((await readAll()).moments).toHaveLength(1);
  });
});

it.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-01-15', 2, '2025-11-15'],
])('On %s, views of %i months are those from %s on', (today, viewsMonths, from) => {
  const config = { ...app().config, viewsMonths };
  expect(viewsKept({ config, now: () => new Date(`${today}T23:00:00Z`) })).toEqual({
    months: viewsMonths,
    from,
  });
});
