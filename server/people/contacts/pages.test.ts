import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';

const server = startTestServer();
const db = () => server.running.app.db;

/** `count` people that this owner met, three at each moment. */
const meet = (ownerId: string, count: number, prefix = ownerId) =>
  db().execute(sql`
    insert into contacts (id, user_id, full_name, email, is_favorite, created_at)
    select ${prefix}::text || lpad(n::text, 5, '0'), ${ownerId}, 'Contact ' || n, 'contact' || n || '@example.com',
      n % 10 = 0, now() - (n / 3) * interval '1 day'
    from generate_series(1, ${count}::int) n`);

const nextOf = ({ headers }: Answer) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
const idsOf = ({ body }: Answer): string[] => body.map(({ id }: { id: string }) => id);

/** Every page starting at this address, as a client reads them by following the links. */
async function readAll(call: Client, path: string, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  for (let next: string | undefined = path; next; ) {
    const answer = await call('GET', next);
    expect(answer.status).toBe(200);
    ids.push(...idsOf(answer));
    next = nextOf(answer);
    if (next) await between();
  }
  return ids;
}

describe('A list of contacts longer than one response', () => {
  let owner: Awaited<ReturnType<typeof signUp>>;
  beforeAll(async () => {
    owner = await signUp(server);
    await meet(owner.id, 1_050);
  });

  it('returns the newest 1,000 without parameters, and links the next page in a Link header', async () => {
    const bare = await owner.call('GET', '/api/contacts');
    expect(bare.body).toHaveLength(1_000);
    const rest = await owner.call('GET', nextOf(bare) ?? '');
    expect(rest.body).toHaveLength(50);
    expect(rest.headers.get('link')).toBeNull();
    const { rows } = await db().execute(
      sql`select id from contacts where user_id = ${owner.id} order by created_at desc, id desc`,
    );
    expect([...idsOf(bare), ...idsOf(rest)]).toEqual(rows.map(({ id }) => id));
  });

  it('comes in pages of the wanted size, each person once, whatever the size', {
    tags: ['thorough'],
  }, async () => {
    const whole = await readAll(owner.call, '/api/contacts?limit=200');
    expect(whole).toHaveLength(1_050);
    expect(await readAll(owner.call, '/api/contacts?limit=149')).toEqual(whole);
    const first = await owner.call('GET', '/api/contacts?limit=1');
    expect(idsOf(first)).toEqual(whole.slice(0, 1));
    expect((await owner.call('GET', nextOf(first)?.replace('limit=1&', '') ?? '')).body).toHaveLength(50);
  });

  it('keeps the filter from page to page', async () => {
    const favorites = await readAll(owner.call, '/api/contacts?limit=50&filter=favorites');
    expect(favorites).toHaveLength(105);
    expect(await readAll(owner.call, '/api/contacts?utm=a?b&limit=50&filter=favorites')).toEqual(favorites);
    expect(await readAll(owner.call, '/api/contacts?filter=recent&limit=40')).toHaveLength(89);
  });

  it('is narrowed to those who were not written to yet', async () => {
    await db().execute(sql`
      update contacts set followed_up_at = now() where user_id = ${owner.id} and full_name not like '%7'`);
    const left = await readAll(owner.call, '/api/contacts?limit=50&filter=notFollowedUp');
    expect(left).toHaveLength(105);
    const first = left[0] ?? '';
    await owner.call('POST', `/api/contacts/${first}/followed-up`, { way: 'mail' });
    expect(await readAll(owner.call, '/api/contacts/people?limit=50&filter=notFollowedUp')).toEqual(
      left.slice(1),
    );
    const filter = { name: 'To write to', query: { filter: 'notFollowedUp' } };
    expect((await owner.call('POST', '/api/contacts/filters', filter)).body).toMatchObject(filter);
  });

  it('finds the last one who was not written to behind thousands who were', {
    tags: ['thorough'],
  }, async () => {
    const { call, id } = await signUp(server);
    await db().execute(sql`
      insert into contacts (id, user_id, full_name, created_at, followed_up_at)
      select ${id} || n, ${id}, 'Guest ' || n, now() - n * interval '1 minute', case when n < 20500 then now() end
      from generate_series(1, 20500) n`);
    const last = [`${id}20500`];
    expect(await readAll(call, '/api/contacts?limit=50&filter=notFollowedUp')).toEqual(last);
    expect(await readAll(call, '/api/contacts?limit=50&filter=notFollowedUp&q=guest 20500')).toEqual(last);
    const { body } = await call('GET', '/api/contacts?limit=50&filter=notFollowedUp');
    expect(body).toMatchObject([{ fullName: 'Guest 20500' }]);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=2.5',
    'limit=many',
    'limit=',
    'filter=nobody',
    'cursor=',
    'cursor=x',
    'cursor=%00',
    `cursor=${'A'.repeat(1_001)}`,
    'cursor=a&cursor=b',
    ...[
      null,
      {},
      [],
      ['2026-01-01T00:00:00.000Z'],
      ['infinity', 'id'],
      ['2026-02-31T00:00:00.000', 'id'],
      ['9999-99-99T00:00:00.000Z', 'id'],
      ['2026-02-30T00:00:00.000Z', 'id'],
      ['0000-01-01T00:00:00.000Z', 'id'],
      ['2026-01-01T00:00:00.000Z', "' or true"],
      ['2026-01-01T00:00:00.000Z', 7],
      ['2026-01-01T00:00:00.000Z', 'a\u0000b'],
    ].map((value) => `cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`),
  ])('refuses %s with a sentence', async (query) => {
    const { status, body } = await owner.call('GET', `/api/contacts?${query}`);
    expect([status, body.code]).toEqual([400, 'bad_request']);
    expect(body.message).toMatch(/\w/);
  });

  it('shows nobody else’s people behind someone else’s cursor', async () => {
    const other = await signUp(server);
    await meet(other.id, 2);
    const [path] = [nextOf(await owner.call('GET', '/api/contacts?limit=1')) ?? ''];
    const theirs = await readAll(other.call, path);
    expect(theirs.every((id) => id.startsWith(other.id))).toBe(true);
    expect((await server.client()('GET', path)).status).toBe(401);
  });
});

it('People who come and go while one pages make none show twice and none go missing', async () => {
  const owner = await signUp(server);
  await meet(owner.id, 60, `${owner.id}-a`);
  const before = await readAll(owner.call, '/api/contacts?limit=60');
  const gone: string[] = [];
  let round = 0;
  const seen = await readAll(owner.call, '/api/contacts?limit=10', async () => {
    round += 1;
    // Newer people, some at moments already shown, and one fewer on each side.
    await meet(owner.id, 4, `${owner.id}-z${round}-`);
    for (const place of [round, -round]) {
      const id = before.at(place) ?? '';
      gone.push(id);
      await db().execute(sql`delete from contacts where id = ${id}`);
    }
  });
  expect(new Set(seen).size).toBe(seen.length);
  const stayed = before.filter((id) => !gone.includes(id));
  expect(seen.filter((id) => stayed.includes(id))).toEqual(stayed);
});

describe('Every list', () => {
  let admin: Client;
  beforeAll(async () => {
    const person = await signUpWithCard(server);
    admin = person.call;
    await db().update(users).set({ isAdmin: true }).where(eq(users.id, person.id));
    await admin('POST', '/api/cards', { name: 'Second', fullName: 'Ada' });
    await db().execute(sql`
      insert into lead_captures (id, card_id, card_owner_id, lead_name, lead_email)
      select 'lead' || n, ${person.cardId}, ${person.id}, 'Lead ' || n, 'a@b.example' from generate_series(1, 5) n`);
    await db().execute(sql`
      insert into sessions (token_hash, id, user_id, last_seen_at, expires_at)
      select decode(md5(n::text), 'hex'), 'session' || n, ${person.id}, now() - (n / 2) * interval '1 day',
        now() + interval '9 days' from generate_series(1, 5) n`);
    await db().execute(sql`
      insert into invoices (id, user_id, status, cents, created_at)
      select 'in_' || n, ${person.id}, 'paid', 500, now() from generate_series(1, 5) n`);
    await db().execute(sql`
      insert into pgboss.job (name, state, completed_on)
      select 'mail', 'failed', now() from generate_series(1, 5) n`);
  });

  it.each([
    ['/api/cards', 2],
    ['/api/contacts', 1],
    ['/api/contacts/leads', 5],
    ['/api/account/sessions', 6],
    ['/api/billing/invoices', 5],
    ['/api/admin/jobs', 5],
    ['/api/admin/users', 2],
  ])('%s comes whole or in pages, in one order', async (path, least) => {
    const bare = await admin('GET', path);
    expect(bare.body.length).toBeGreaterThanOrEqual(least);
    expect(bare.headers.get('link')).toBeNull();
    expect(await readAll(admin, `${path}?limit=1`)).toEqual(idsOf(bare));
    expect((await admin('GET', `${path}?cursor=nonsense`)).status).toBe(400);
    expect((await admin('GET', `${path}?limit=201`)).status).toBe(400);
  });

  it('of sessions begins with the one that asks', async () => {
    const { body } = await admin('GET', '/api/account/sessions?limit=3');
    expect(body.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false, false]);
  });

  it.each(['createdAt', 'id', 'fullName', 'email', 'username'])(
    'of users comes in order of %s, both ways',
    async (order) => {
      const path = `/api/admin/users?order=${order}&limit=1&direction=`;
      const up = await readAll(admin, `${path}ascending`);
      expect(up.length).toBeGreaterThan(3);
      expect(await readAll(admin, `${path}descending`)).toEqual(up.toReversed());
    },
  );
});

describe('The history of a contact', () => {
  it('is read to its beginning, page by page', async () => {
    const owner = await signUp(server);
    const { id } = (await owner.call('POST', '/api/contacts', { fullName: 'Grace' })).body;
    await db().execute(sql`
      insert into contact_history (id, user_id, contact_id, kind, details, created_at)
      select 'event' || n, ${owner.id}, ${id}, 'followedUp', '{}', now() + n * interval '1 minute'
      from generate_series(1, 120) n`);
    const all = await readAll(owner.call, `/api/contacts/${id}/history?limit=50`);
    expect(all).toHaveLength(121);
    expect(all.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, nth) => `event${120 - nth}`));
    const other = await signUp(server);
    expect((await other.call('GET', `/api/contacts/${id}/history`)).status).toBe(404);
  });
});
