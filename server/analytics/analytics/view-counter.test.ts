import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createViewCounter } from '#server/analytics/analytics/view-counter.ts';
import { createVisitorLimit } from '#server/analytics/analytics/visitor-limit.ts';
import { writeViews } from '#server/analytics/analytics/write-views.ts';
import type { Db } from '#server/db/open.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({ TRUST_PROXY: 'on' }, () => clock.now);
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

let owner: Client;
let cardId: string;

const addCard = async (): Promise<string> => {
  const { status, body } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' });
  expect(status).toBe(200);
  return body.id;
};

/** True if the view of a visitor at an address, with their own browser, counts. */
async function view(
  address: string,
  browser: string | number,
  more: Record<string, string> = {},
  id = cardId,
) {
  const headers = { 'user-agent': `${CHROME} ${browser}`, 'x-forwarded-for': address, ...more };
  const { status, body } = await server.client()('POST', `/api/cards/${id}/views`, {}, headers);
  return status === 200 ? body.isCounted : status;
}

beforeEach(async () => {
  owner = (await signUp(server)).call;
  cardId = await addCard();
});

describe('New visitors of one card from one address', () => {
  beforeEach(() => {
    const { app } = server.running;
    app.views = createViewCounter(app.readDb, createVisitorLimit(true, 3));
  });

  const fill = async (address = '198.51.100.1', id = cardId) => {
    for (const browser of [1, 2, 3]) expect(await view(address, browser, {}, id)).toBe(true);
  };

  it('count up to a bound an hour, and none above it changes a figure', async () => {
    await fill();
    for (const browser of [4, 5, 6]) expect(await view('198.51.100.1', browser)).toBe(false);
    const figures = (await owner('GET', '/api/analytics/dashboard')).body;
    expect(figures).toMatchObject({ totalViews: 3, totalUniqueViews: 3 });
    expect(figures.recentViews).toHaveLength(3);
  });

  it('count from elsewhere, for another card, and in the next hour', async () => {
    await fill();
    expect(await view('198.51.100.2', 4)).toBe(true);
    await fill('198.51.100.1', await addCard());
    clock.now = new Date(clock.now.getTime() + 60 * 60_000);
    expect(await view('198.51.100.1', 4)).toBe(true);
  });

  it('of all cards together count up to a bound an hour, too', async () => {
    const { app } = server.running;
    app.views = createViewCounter(app.readDb, createVisitorLimit(true, 3, 5));
    await fill();
    const other = await addCard();
    const counted = [4, 5, 6].map((browser) => view('198.51.100.1', browser, {}, other));
    expect((await Promise.all(counted)).filter((isCounted) => isCounted)).toHaveLength(2);
    expect(await view('198.51.100.2', 7, {}, other)).toBe(true);
  });

  it('leave those whom the card knows alone', async () => {
    await fill();
    clock.now = new Date(clock.now.getTime() + 31 * 60_000);
    const visits = [1, 2, 3, 1].map((browser) => view('198.51.100.1', browser));
    expect((await Promise.all(visits)).filter((isCounted) => isCounted)).toHaveLength(3);
    const { totalViews, totalUniqueViews } = (await owner('GET', '/api/analytics/dashboard')).body;
    expect([totalViews, totalUniqueViews]).toEqual([6, 3]);
  });

  it('are not made more by asking not to be tracked, nor by the addresses of one /64', async () => {
    for (const part of [1, 2, 3]) expect(await view(`2001:db8::${part}`, part, { dnt: '1' })).toBe(true);
    expect(await view('2001:db8::4', 4, { dnt: '1' })).toBe(false);
    expect(await view('2001:db8::5', 5)).toBe(false);
    expect(await view('2001:db8:0:1::5', 5)).toBe(true);
  });

  it('are as many as come where limits are off', async () => {
    const { app } = server.running;
    app.views = createViewCounter(app.readDb, createVisitorLimit(false, 3));
    await fill();
    expect(await view('198.51.100.1', 4)).toBe(true);
  });
});

describe('A card that was looked at before', () => {
  it('is a stranger’s no more the moment its owner pauses, hides or deletes it', async () => {
    const states: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => owner('PUT', `/api/cards/${cardId}`, { isActive: false }),
        () => owner('PUT', `/api/cards/${cardId}`, { isActive: true }),
      ],
      [
        () => owner('PATCH', '/api/account', { isProfileVisible: false }),
        () => owner('PATCH', '/api/account', { isProfileVisible: true }),
      ],
      [() => owner('DELETE', `/api/cards/${cardId}`), () => owner('POST', `/api/cards/${cardId}/restore`)],
    ];
    for (const [index, [hide, show]] of states.entries()) {
      expect(await view('198.51.100.1', `before ${index}`)).toBe(true);
      await hide();
      expect(await view('198.51.100.1', `hidden ${index}`)).toBe(404);
      await show();
    }
    await owner('PATCH', '/api/account', { isAnalyticsEnabled: false });
    expect(await view('198.51.100.1', 'unwanted')).toBe(false);
  });

  it('is asked for anew when another process changed it, and while none can say so', async () => {
    const { db } = server.running.app;
    expect(await view('198.51.100.1', 1)).toBe(true);
    await db.execute(sql`update business_cards set is_active = false where id = ${cardId}`);
    await expect.poll(() => view('198.51.100.1', 2)).toBe(404);
    await db.execute(sql`update business_cards set is_active = true where id = ${cardId}`);
    await expect.poll(() => view('198.51.100.1', 3)).toBe(true);
    server.running.app.pages.pause();
    await db.execute(sql`alter table business_cards disable trigger business_cards_page_change`);
    await db.execute(sql`update business_cards set is_active = false where id = ${cardId}`);
    await db.execute(sql`alter table business_cards enable trigger business_cards_page_change`);
    expect(await view('198.51.100.1', 4)).toBe(404);
    server.running.app.pages.resume();
  });
});

describe('While the database does not answer', () => {
  it('a limited number of views waits, and any others are refused at once', async () => {
    let answer: (result: { rows: [] }) => void = () => {};
    const stuck = new Promise<{ rows: [] }>((resolve) => {
      answer = resolve;
    });
    const counter = createViewCounter({ execute: () => stuck } as unknown as Db, createVisitorLimit(false));
    const visit = {
      cardId,
      viewerIp: null,
      viewerLocation: null,
      viewerDevice: 'Mac',
      referrer: null,
      via: null,
      tag: null,
      nfcTag: null,
      createdAt: clock.now,
      subscriber: '198.51.100.1',
    };
    const views = Array.from({ length: 2_010 }, (_, n) =>
      counter.count({ ...visit, id: String(n), visitor: Buffer.from(String(n)), visitorKey: String(n) }),
    );
    const refused = await Promise.allSettled(views.slice(2_000));
    expect(refused.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      Array.from({ length: 10 }, () => 'unavailable'),
    );
    answer({ rows: [] });
    expect(await Promise.all(views.slice(0, 2_000))).not.toContain(true);
  });
});

describe('A view whose answer was lost with the connection', () => {
  /** Commits the batch and then loses the connection, once. */
  function loseFirstAnswer(db: Db): Db {
    let isLost = false;
    const execute = async (query: SQL) => {
      const result = await db.execute(query);
      if (isLost) return result;
      isLost = true;
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    return { execute } as unknown as Db;
  }

  it('is counted once when its visitor sends it again', async () => {
    const { app } = server.running;
    const before = app.views;
    app.views = createViewCounter(loseFirstAnswer(app.readDb), createVisitorLimit(true, 3));
    expect(await view('198.51.100.1', 1)).toBe(503);
    expect(await view('198.51.100.1', 1)).toBe(false);
    app.views = before;
    expect(await view('198.51.100.1', 1)).toBe(false);
    const { totalViews, totalUniqueViews, recentViews } = (await owner('GET', '/api/analytics/dashboard'))
      .body;
    expect([totalViews, totalUniqueViews, recentViews.length]).toEqual([1, 1, 1]);
    expect((await owner('GET', `/api/cards/${cardId}`)).body.viewCount).toBe(1);
  });

  it('is counted once when the whole batch is written again, beside views that are new', async () => {
    const { readDb } = server.running.app;
    const pending = (id: string, visitor: string | null) => ({
      id: `${cardId}${id}`,
      cardId,
      visitor: visitor === null ? null : Buffer.from(visitor),
      mayBeFirst: true,
      viewerIp: null,
      viewerLocation: null,
      viewerDevice: 'Mac',
      referrer: null,
      via: null,
      tag: null,
      nfcTag: null,
      createdAt: clock.now,
    });
    const batch = [pending('1', 'ada'), pending('2', 'grace')];
    const isCounted = async (views: ReturnType<typeof pending>[]) =>
      (await writeViews(readDb, views)).map((verdict) => verdict.isCounted);
    expect(await isCounted(batch)).toEqual([true, true]);
    expect(await isCounted([...batch, pending('3', 'edith')])).toEqual([false, false, true]);
    // The visitor who asked not to be tracked is unknown: the database refuses the same view from them.
    expect(await isCounted([pending('4', null)])).toEqual([true]);
    await expect(isCounted([pending('4', null)])).rejects.toThrow();
    const { totalViews, totalUniqueViews } = (await owner('GET', '/api/analytics/dashboard')).body;
    expect([totalViews, totalUniqueViews]).toEqual([4, 3]);
  });
});

it('Views of a card that something else has locked wait, and those of others do not', async () => {
  const lane = (id: string) => id.charCodeAt(id.length - 1) % 4;
  // Of somebody else each time: one person may have only so many.
  const addAnother = async () => {
    owner = (await signUp(server)).call;
    return addCard();
  };
  let other = await addAnother();
  while (lane(other) === lane(cardId)) other = await addAnother();
  const waiting = await server.running.app.db.transaction(async (tx) => {
    await tx.execute(sql`select from business_cards where id = ${cardId} for update`);
    const views = [view('198.51.100.7', 1), view('198.51.100.7', 2)];
    expect(await view('198.51.100.7', 1, {}, other)).toBe(true);
    return { views };
  });
  expect(await Promise.all(waiting.views)).toEqual([true, true]);
});

it('A view that comes alone is written by the plan that is there', async () => {
  const { rows } = await server.running.app.db.execute(
    sql`select proconfig as settings from pg_proc where proname = 'count_views'`,
  );
  expect(rows).toEqual([
    { settings: expect.arrayContaining(['plan_cache_mode=force_generic_plan', 'enable_seqscan=off']) },
  ]);
});
