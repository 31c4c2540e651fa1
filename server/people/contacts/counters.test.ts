import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { purgeCards } from '#server/cards/cards/cards.ts';
import { countExisting } from '#server/db/count-existing.ts';
import { users } from '#server/db/schema/users.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;

let admin: Client;
beforeAll(async () => {
  const person = await signUp(server);
  admin = person.call;
  await db().update(users).set({ isAdmin: true }).where(eq(users.id, person.id));
});

const summaryOf = async (call: Client) => (await call('GET', '/api/contacts/summary')).body;
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** The figures counted from the rows themselves, under the names of the administrators' figures. */
async function countRows() {
  const { rows } = await db().execute(sql`
    with owned as (select user_id, count(*) as cards from business_cards where deleted_at is null group by 1)
    select count(*)::int as "totalUsers",
      count(*) filter (where created_at >= date_trunc('day', ${clock.now.toISOString()}::timestamptz, 'UTC'))::int as "signupsToday",
      count(*) filter (where subscription_status = 'active')::int as "activeSubscriptions",
      5 * coalesce(sum(greatest(coalesce(cards, 0), 1)) filter (where subscription_status = 'active'), 0)::int as "monthlyRevenue",
      coalesce(sum(cards), 0)::int as "totalCards", (select count(*)::int from contacts) as "totalContacts"
    from users left join owned on owned.user_id = users.id where users.kind <> 'gone'`);
  return rows[0] ?? {};
}

const expectExact = async () =>
  expect((await admin('GET', '/api/admin/stats')).body).toMatchObject(await countRows());

async function expectExactOf(id: string, call: Client) {
  const { rows } = await db().execute(sql`
    select (select count(*)::int from contacts where user_id = ${id}) as contacts,
      (select count(*)::int from lead_captures where card_owner_id = ${id}) as leads`);
  const summary = await summaryOf(call);
  expect(summary).toMatchObject(rows[0] ?? {});
  return summary;
}

describe('The counters of an account', () => {
  it('follow everything that adds or removes a person, however many at once', {
    tags: ['thorough'],
  }, async () => {
    const { call, id, cardId, contactId } = await signUpWithCard(server);
    expect(await summaryOf(call)).toMatchObject({ contacts: 1, leads: 0 });
    await call('PUT', `/api/cards/${cardId}`, { leadCaptureEnabled: true });
    const share = (n: number) =>
      server.client()('POST', '/api/contacts/exchange', {
        fullName: `V ${n}`,
        email: 'v@example.com',
        cardId,
      });
    const fill = (n: number) =>
      server.client()('POST', `/api/cards/${cardId}/leads`, { name: `L ${n}`, email: 'l@example.com' });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? share(n) : fill(n))));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await expectExactOf(id, call)).toMatchObject({ contacts: 7, leads: 6 });
    const lead = answers[0]?.body.id;
    await Promise.all(Array.from({ length: 4 }, () => call('POST', `/api/contacts/leads/${lead}/convert`)));
    await Promise.all([
      ...Array.from({ length: 4 }, () => call('DELETE', `/api/contacts/${contactId}`)),
      call('DELETE', `/api/contacts/leads/${answers[2]?.body.id}`),
      share(20),
      call('POST', `/api/contacts/${answers[1]?.body.id}/favorite`),
    ]);
    const summary = await expectExactOf(id, call);
    expect(summary).toMatchObject({ contacts: 8, leads: 4 });
    expect(sum(summary.metByDay)).toBe(8);
    await expectExact();
  });

  it('count by days of UTC, thirty of them', async () => {
    const { call, id } = await signUp(server);
    const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
    for (const [nth, days] of [0, 0, 1, 29, 30, 400].entries()) {
      await db().execute(sql`
        insert into contacts (id, user_id, full_name, created_at)
        values (${`${id}-${nth}`}, ${id}, 'Somebody', ${ago(days).toISOString()}::timestamptz)`);
    }
    const { contacts, metByDay } = await summaryOf(call);
    expect(contacts).toBe(6);
    expect([metByDay.length, metByDay.at(0), metByDay.at(-2), metByDay.at(-1)]).toEqual([30, 1, 1, 2]);
    await db().execute(
      sql`update contacts set created_at = ${ago(1).toISOString()}::timestamptz where id = ${`${id}-5`}`,
    );
    expect((await summaryOf(call)).metByDay.at(-2)).toBe(2);
  });

  it('are nobody else’s', async () => {
    expect((await server.client()('GET', '/api/contacts/summary')).status).toBe(401);
  });
});

describe('The counters of the platform', () => {
  it('follow cards that are made, deleted, restored and purged, and what each pays', async () => {
    const { call, id, cardId } = await signUpWithCard(server);
    const pays = (status: 'active' | 'expired') =>
      db().update(users).set({ subscriptionStatus: status }).where(eq(users.id, id));
    await Promise.all([pays('active'), call('POST', '/api/cards', { name: 'Second', fullName: 'Ada' })]);
    await expectExact();
    await call('DELETE', `/api/cards/${cardId}`);
    await expectExact();
    await call('POST', `/api/cards/${cardId}/restore`);
    await expectExact();
    await Promise.all([pays('expired'), call('DELETE', `/api/cards/${cardId}`)]);
    await expectExact();
    await pays('active');
    await db().execute(
      sql`update business_cards set deleted_at = now() - interval '40 days' where id = ${cardId}`,
    );
    await purgeCards(server.running.app);
    await expectExact();
  });

  it('lose an account that is deleted with all it had, while others write to it', {
    tags: ['thorough'],
  }, async () => {
    const { call, username, cardId } = await signUpWithCard(server);
    const share = () =>
      server.client()('POST', '/api/contacts/exchange', { fullName: 'Bob', email: 'b@example.com', cardId });
    const [deleted] = await Promise.all([
      call('DELETE', '/api/account', { username, password: PASSWORD }),
      ...Array.from({ length: 6 }, share),
    ]);
    expect(deleted?.status).toBe(200);
    await eraseRests(server.running.app);
    await expectExact();
    const { rows } = await db().execute(
      sql`select from user_counts where user_id not in (select id from users)`,
    );
    expect(rows).toEqual([]);
  });

  it('are exact after an upgrade, although people come and go while they are counted', {
    tags: ['thorough'],
  }, async () => {
    const { call, id, cardId } = await signUpWithCard(server);
    // The state in which the migration leaves existing accounts: nothing counted yet.
    await db().execute(sql`update user_counts set cards = 0, contacts = 0, leads = 0, is_counted = false`);
    await db().execute(sql`delete from contact_days`);
    await expectExact();
    const share = (n: number) =>
      server.client()('POST', '/api/contacts/exchange', {
        fullName: `U ${n}`,
        email: 'u@example.com',
        cardId,
      });
    const gone = (await share(0)).body.id;
    await Promise.all([
      countExisting(db()),
      countExisting(db()),
      call('DELETE', `/api/contacts/${gone}`),
      ...Array.from({ length: 6 }, (_, n) => share(n + 1)),
      summaryOf(call),
    ]);
    const { rows } = await db().execute(sql`select from user_counts where not is_counted`);
    expect(rows).toEqual([]);
    expect(sum((await expectExactOf(id, call)).metByDay)).toBe(7);
    await expectExact();
  });
});
