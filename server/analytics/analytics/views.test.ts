import { asc, eq } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { cardViews, cardVisitors } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({ TRUST_PROXY: 'on' }, () => clock.now);
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

let people = 0;
let owner: Client;
let cardId: string;

/** A visitor's request: a browser at an address, as the reverse proxy forwards it. */
const from = (address: string, more: Record<string, string> = {}) => ({
  'user-agent': CHROME,
  'x-forwarded-for': address,
  ...more,
});
const view = (id: string, headers: Record<string, string>, body: unknown = {}, call = server.client()) =>
  call('POST', `/api/cards/${id}/views`, body, headers);
const dashboard = async (call = owner) => (await call('GET', '/api/analytics/dashboard')).body;
const stored = async () => {
  await dashboard();
  const { db } = server.running.app;
  return db.select().from(cardViews).where(eq(cardViews.cardId, cardId)).orderBy(asc(cardViews.createdAt));
};
const minutesLater = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

beforeEach(async () => {
  people += 1;
  owner = server.client();
  const name = `owner${people}`;
  const person = { username: name, email: `${name}@example.com`, password: 'correct horse', fullName: 'Ada' };
  expect((await owner('POST', '/api/auth/register', person)).status).toBe(200);
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' })).body.id;
});

describe('A view of a public card', () => {
  it('is counted with what may be kept of its visitor', async () => {
    const headers = from('203.0.113.77', {
      'user-agent': IPHONE,
      'cf-ipcity': 'Berlin',
      'cf-ipcountry': 'DE',
    });
    const body = { referrer: 'https://ada:secret@www.LinkedIn.com/feed/?token=1#top' };
    expect((await view(cardId, headers, body)).body).toEqual({ isCounted: true });
    const figures = await dashboard();
    expect(figures).toMatchObject({ totalViews: 1, totalUniqueViews: 1 });
    expect(await stored()).toEqual([
      {
        id: expect.any(String),
        cardId,
        viewerIp: '203.0.113.0',
        viewerLocation: 'Berlin, Germany',
        viewerDevice: 'iPhone',
        referrer: 'www.linkedin.com',
        via: null,
        tag: null,
        nfcTag: null,
        isFirst: true,
        createdAt: clock.now,
      },
    ]);
    expect((await owner('GET', `/api/cards/${cardId}`)).body.viewCount).toBe(1);
  });

  it('is counted without scripts by a pixel, but not where another site shows the pixel', async () => {
    const pixel = (headers: Record<string, string>) =>
      server.client()('GET', `/api/cards/${cardId}/views.gif`, undefined, headers);
    const { status, headers, text } = await pixel(from('192.0.2.1', { 'sec-fetch-site': 'same-origin' }));
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    expect(text).toMatch(/^GIF89a/);
    expect((await pixel(from('192.0.2.2', { 'sec-fetch-site': 'cross-site' }))).status).toBe(200);
    expect((await dashboard()).totalViews).toBe(1);
  });

  it('may come from ten at once, each counted', async () => {
    const views = Array.from({ length: 10 }, (_, index) => view(cardId, from(`198.51.100.${index}`)));
    for (const { body } of await Promise.all(views)) expect(body).toEqual({ isCounted: true });
    expect(await dashboard()).toMatchObject({ totalViews: 10, totalUniqueViews: 10 });
  });

  it('is one view where one visitor sends it ten times at once', { tags: ['thorough'] }, async () => {
    await Promise.all(Array.from({ length: 10 }, () => view(cardId, from('198.51.100.1'))));
    expect(await dashboard()).toMatchObject({ totalViews: 1, totalUniqueViews: 1 });
  });

  it('by the same visitor counts again after 30 minutes, and the visitor stays one', async () => {
    const again = async () => (await view(cardId, from('198.51.100.1'))).body.isCounted;
    expect(await again()).toBe(true);
    minutesLater(29);
    expect(await again()).toBe(false);
    // 30 minutes after the view that counted: a repeat that did not count extends nothing.
    minutesLater(1);
    expect(await again()).toBe(true);
    expect(await dashboard()).toMatchObject({ totalViews: 2, totalUniqueViews: 1 });
  });

  it('is another visitor’s with another address or another browser', async () => {
    await view(cardId, from('198.51.100.1'));
    await view(cardId, from('198.51.100.2'));
    await view(cardId, from('198.51.100.2', { 'user-agent': IPHONE }));
    expect(await dashboard()).toMatchObject({ totalViews: 3, totalUniqueViews: 3 });
  });

  it('leaves a visitor whom two cards cannot know as the same', async () => {
    const second = (await owner('POST', '/api/cards', { name: 'Home', fullName: 'Ada King' })).body.id;
    await view(cardId, from('198.51.100.1'));
    await view(second, from('198.51.100.1'));
    expect(await dashboard()).toMatchObject({ totalViews: 2, totalUniqueViews: 2 });
    const visitors = await server.running.app.db.select().from(cardVisitors);
    const hashes = visitors.map(({ visitor }) => visitor.toString('hex'));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('keeps the rendered page as it is, for no page shows it', async () => {
    const client = new pg.Client({ connectionString: server.running.app.config.databaseUrl });
    await client.connect();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.query('listen page_changes');
    await view(cardId, from('198.51.100.1'));
    expect((await dashboard()).totalViews).toBe(1);
    await client.query("notify page_changes, 'the last word'");
    await client.query('select 1');
    await client.end();
    expect(heard).toEqual(['the last word']);
  });
});

describe('Not counted', () => {
  const expectNothing = async () => {
    expect(await dashboard()).toMatchObject({ totalViews: 0, totalUniqueViews: 0, recentViews: [] });
  };

  it('is the owner', async () => {
    expect((await view(cardId, from('198.51.100.1'), {}, owner)).body).toEqual({ isCounted: false });
    await expectNothing();
  });

  it.each([
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    '',
  ])('is the bot %j', async (agent) => {
    const answer = await view(cardId, from('198.51.100.1', { 'user-agent': agent }));
    expect(answer.body).toEqual({ isCounted: false });
    await expectNothing();
  });

  it('is a HEAD request', async () => {
    const path = `/api/cards/${cardId}/views.gif`;
    const answer = await fetch(server.url + path, { method: 'HEAD', headers: from('198.51.100.1') });
    expect(answer.status).toBe(404);
    await expectNothing();
  });

  it('is a view that another site’s page sends', async () => {
    const headers = from('198.51.100.1', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect((await view(cardId, headers)).status).toBe(403);
    await expectNothing();
  });

  it('is any view while the owner wants no analytics', async () => {
    await owner('PATCH', '/api/account', { isAnalyticsEnabled: false });
    expect((await view(cardId, from('198.51.100.1'))).body).toEqual({ isCounted: false });
    await expectNothing();
  });

  it.each<[string, (call: Client) => Promise<unknown>]>([
    ['is paused', (call) => call('PUT', `/api/cards/${cardId}`, { isActive: false })],
    ['is hidden with its owner', (call) => call('PATCH', '/api/account', { isProfileVisible: false })],
    ['is deleted', (call) => call('DELETE', `/api/cards/${cardId}`)],
  ])('is a card that %s', async (_, hide) => {
    await hide(owner);
    const answer = await view(cardId, from('198.51.100.1'));
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe("This business card doesn't exist or has been removed.");
    expect(
      (await server.client()('GET', `/api/cards/${cardId}/views.gif`, undefined, from('198.51.100.1')))
        .status,
    ).toBe(404);
    await expectNothing();
  });

  it('is a card that goes between the view and its writing, and the views beside it are', async () => {
    const second = (await owner('POST', '/api/cards', { name: 'Home', fullName: 'Ada King' })).body.id;
    await Promise.all([view(cardId, from('198.51.100.1')), view(second, from('198.51.100.1'))]);
    await server.running.app.db.delete(businessCards).where(eq(businessCards.id, cardId));
    expect(await dashboard()).toMatchObject({ totalViews: 1, cardAnalytics: [{ cardId: second, views: 1 }] });
  });
});

describe('Who asks not to be tracked', () => {
  it.each(['dnt', 'sec-gpc'])('with %s is counted, and nothing about them is kept', async (header) => {
    const headers = from('203.0.113.77', { [header]: '1', 'cf-ipcity': 'Berlin', 'cf-ipcountry': 'DE' });
    const body = { referrer: 'https://www.linkedin.com/', via: 'nfc', tag: 'fair' };
    expect((await view(cardId, headers, body)).body).toEqual({ isCounted: true });
    expect((await view(cardId, headers, body)).body).toEqual({ isCounted: false });
    expect(await dashboard()).toMatchObject({ totalViews: 1, totalUniqueViews: 0 });
    const unknown = { viewerIp: null, viewerLocation: null, viewerDevice: null, referrer: null };
    const said = { via: null, tag: null, nfcTag: null, isFirst: false };
    expect(await stored()).toEqual([
      { ...unknown, ...said, id: expect.any(String), cardId, createdAt: clock.now },
    ]);
    const { db } = server.running.app;
    expect(await db.select().from(cardVisitors).where(eq(cardVisitors.cardId, cardId))).toEqual([]);
  });
});

describe('What a visitor sends', () => {
  it.each([
    ['javascript:alert(1)', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['not a url', null],
    ['https://', null],
    ['\u0000https://x.example', 'x.example'],
    ['\u202Ehttps://x.example', null],
    ['https://evil.example/<script>?a=\u0000', 'evil.example'],
    ["https://a'; drop table card_views; --.example/", null],
    ['https://[2001:db8::1]/', '[2001:db8::1]'],
    ['https://xn--mnchen-3ya.example/', 'xn--mnchen-3ya.example'],
    ['android-app://com.linkedin.android/', 'com.linkedin.android'],

    ['http://127.0.0.1/card/me', null],
    ['', null],
    [null, null],
  ])('as the referrer %j is kept as %j', async (referrer, host) => {
    expect((await view(cardId, from('198.51.100.1'), { referrer })).status).toBe(200);
    expect((await stored()).map((row) => row.referrer)).toEqual([host]);
  });

  it('as the referrer may be long, and its host may not', async () => {
    const long = `https://example.com/${'x'.repeat(4_000)}`;
    expect((await view(cardId, from('198.51.100.1'), { referrer: long })).body.isCounted).toBe(true);
    const host = `https://${'a.'.repeat(200)}example/`;
    expect((await view(cardId, from('198.51.100.2'), { referrer: host })).body.isCounted).toBe(true);
    expect((await stored()).map((row) => row.referrer).sort()).toEqual(['example.com', null]);
    const endless = { referrer: 'x'.repeat(4_097) };
    expect((await view(cardId, from('198.51.100.3'), endless)).status).toBe(422);
  });

  it.each([{ referrer: 7 }, { referrer: {} }, [], 'x'])('as the body %j is refused', async (body) => {
    expect(
      (await view(cardId, from('198.51.100.1', { 'content-type': 'application/json' }), body)).status,
    ).toBeOneOf([400, 422]);
    expect((await dashboard()).totalViews).toBe(0);
  });

  it('may be nothing at all, as navigator.sendBeacon does', async () => {
    expect((await view(cardId, from('198.51.100.1'), undefined)).body).toEqual({ isCounted: true });
  });

  it.each([
    [{ 'cf-ipcity': Buffer.from('São Paulo').toString('latin1'), 'cf-ipcountry': 'BR' }, 'São Paulo, Brazil'],
    [{ 'x-vercel-ip-city': 'S%C3%A3o%20Paulo', 'x-vercel-ip-country': 'BR' }, 'São Paulo, Brazil'],
    [{ 'cf-ipcountry': 'DE' }, 'Germany'],
    [{ 'cf-ipcountry': 'T1' }, null],
    [{ 'cf-ipcity': '%00%E2%80%AEx%', 'cf-ipcountry': '<b>' }, '%00%E2%80%AEx%'],
    [{}, null],
  ])('in the edge’s headers %j is the location %j', async (headers, location) => {
    await view(cardId, from('198.51.100.1', headers as Record<string, string>));
    expect((await stored()).map((row) => row.viewerLocation)).toEqual([location]);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['203.0.113.77', '203.0.113.0'],
  ])('the address %s, is kept as the network %s', async (address, network) => {
    await view(cardId, from(address));
    expect((await stored()).map((row) => row.viewerIp)).toEqual([network]);
  });

  it('to an account that does not exist returns 404, whatever the id', async () => {
    for (const id of ['nobody', '-', '%00', 'a'.repeat(150), "'; drop table users; --"]) {
      expect((await view(encodeURIComponent(id), from('198.51.100.1'))).status).toBe(404);
    }
    expect(await server.running.app.db.$count(users)).toBe(people);
  });
});
