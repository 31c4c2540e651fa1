import { expect, it, vi } from 'vitest';
import { cardViews, cardVisitors } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { describeSignIns, seedDemo } from '#server/operations/demo/demo.ts';
import { PASSWORD, PEOPLE } from '#server/operations/demo/demo-people.ts';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { startTestServer } from '#test/server.ts';

const demo = startTestServer({ GOLDLEAF_DEMO: 'on' });
const asPage = { accept: 'text/html' };

it('signs in each of the three people with a photo on every card, and the three templates among them', async () => {
  const templates = new Set<string>();
  for (const { username, cards } of PEOPLE) {
    const client = demo.client();
    expect((await client('POST', '/api/auth/login', { email: username, password: PASSWORD })).status).toBe(
      200,
    );
    const { body } = await client('GET', '/api/cards');
    expect(body).toHaveLength(cards.length);
    for (const card of body) {
      templates.add(card.template);
      const photo = await client('GET', card.profileImage);
      expect(photo.headers.get('content-type')).toBe('image/jpeg');
      expect((await client('GET', `/card/${card.id}`)).text).toContain(card.profileImage);
    }
  }
  expect([...templates].sort()).toEqual([...TEMPLATES].sort());
});

it('has 200 contacts and sixty days of views, which the counters of the cards agree with', async () => {
  const { db, now } = demo.running.app;
  expect(await db.$count(contacts)).toBe(200);
  const cards = await db.select().from(businessCards);
  const sum = (pick: (card: (typeof cards)[number]) => number) =>
    cards.reduce((total, card) => total + pick(card), 0);
  expect(sum((card) => card.viewCount)).toBe(await db.$count(cardViews));
  expect(sum((card) => card.uniqueViewCount)).toBe(await db.$count(cardVisitors));
  const views = await db.select({ createdAt: cardViews.createdAt }).from(cardViews);
  const days = new Set(views.map(({ createdAt }) => Math.ceil((now().getTime() - +createdAt) / DAY_MS)));
  expect(days.size).toBeGreaterThanOrEqual(60);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(1);
});

it('is seeded once: a second start changes nothing', async () => {
  await seedDemo(demo.running.app);
  expect(await demo.running.app.db.$count(contacts)).toBe(200);
});

it.each(['/temp-admin', '/?admin=true', '/card/none?x=1&admin=true', '/dashboard?admin=true'])(
  'opens %s as the administrator',
  async (address) => {
    const client = demo.client();
    const answer = await client('GET', address, undefined, asPage);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard']);
    expect((await client('GET', '/api/auth/me')).body.user).toMatchObject({
      username: 'admin',
      isAdmin: true,
    });
    expect((await client('GET', '/api/admin/stats')).body.totalUsers).toBe(4);
  },
);

it('gives no session to a call of the API, whatever its query says', async () => {
  const client = demo.client();
  expect((await client('GET', '/api/auth/me?admin=true')).status).toBe(401);
});

it('shows at /outbox what it would have mailed', async () => {
  // The mails to the subscribers among them so far: two bills each.
  const payers = PEOPLE.filter(({ subscriptionStatus }) => subscriptionStatus === 'active').length;
  await vi.waitFor(async () => {
    const outbox = (await demo.client()('GET', '/outbox')).text;
    expect(outbox).toContain('Your subscription has started');
    expect(outbox.match(/Your receipt: \$\d+ on/g)).toHaveLength(2 * payers);
  });
  const letter = {
    to: 'ada@example.com',
    subject: 'Tom & <Jerry>',
    text: 'Dear Ada',
    html: '<p>Dear Ada</p>',
  };
  await demo.running.app.mailer.deliver(letter, 'letter-1');
  const { text, status } = await demo.client()('GET', '/outbox');
  expect(status).toBe(200);
  for (const words of ['Tom &amp; &lt;Jerry&gt;', 'ada@example.com', 'Dear Ada'])
    expect(text).toContain(words);
});

it('says how to sign in', () => {
  const text = describeSignIns('http://localhost:3000');
  for (const word of ['amara', 'jonas', 'mei', 'admin', PASSWORD, 'http://localhost:3000/temp-admin'])
    expect(text).toContain(word);
});

it('shows what a subscriber pays, with the bills so far', async () => {
  const payer = PEOPLE.find(({ subscriptionStatus }) => subscriptionStatus === 'active');
  const client = demo.client();
  await client('POST', '/api/auth/login', { email: payer?.username, password: PASSWORD });
  const { body } = await client('POST', '/api/billing/refresh');
  expect(body).toMatchObject({ status: 'active', isSubscribed: true, isTestMode: true });
  expect(body.nextCharge.cents).toBe(500 * (payer?.cards.length ?? 0));
  expect(body.invoices).toHaveLength(2);
});
