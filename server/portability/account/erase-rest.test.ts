import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { tombstones } from '#server/db/schema/counters.ts';
import { contacts } from '#server/db/schema/people.ts';
import { erasures } from '#server/db/schema/portability.ts';
import { users } from '#server/db/schema/users.ts';
import { readReferences } from '#server/infra/erase-references.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

/** Without jobs of its own: the rest goes when a test says so. */
const server = startTestServer({ ROLE: 'web' });
const app = () => server.running.app;

const CONTACTS = 2_400;
type Owner = Awaited<ReturnType<typeof signUpWithCard>>;

const addMuch = async ({ id, cardId }: Owner) => {
  await app().db.execute(sql`
    insert into contacts (id, user_id, card_id, card_name, full_name, source, created_at)
    select ${id} || n, ${id}, ${cardId}, 'Work', 'Grace Hopper ' || n, 'exchange', now()
    from generate_series(2, ${CONTACTS}::int) n`);
  await app().db.execute(sql`
    insert into card_views (id, card_id, created_at)
    select ${cardId} || n, ${cardId}, now() from generate_series(1, ${CONTACTS}::int) n`);
};
const remove = ({ call, username }: Owner) =>
  call('DELETE', '/api/account', { username, password: PASSWORD });
const countContacts = (id: Owner['id']) => app().db.$count(contacts, eq(contacts.userId, id));
const readFigure = async (name: string) => {
  const { rows } = await app().db.execute<{ count: number }>(
    sql`select sum(count)::int as count from platform_counts where name = ${name}`,
  );
  return rows[0]?.count;
};

/** Ends a run after so many of its transactions. */
const afterSteps = (steps: number): AbortSignal => {
  const { signal } = new AbortController();
  let step = 0;
  return Object.defineProperty(signal, 'aborted', { get: () => ++step > steps });
};

let owner: Owner;
let other: Owner;
beforeAll(async () => {
  other = await signUpWithCard(server);
  owner = await signUpWithCard(server);
  await addMuch(owner);
  // Ada’s details came from Grace, who has an account.
  await app().db.execute(sql`
    insert into contact_links (id, person_id, user_id, sender_id, card_id)
    values (${other.contactId}, ${other.contactId}, ${other.id}, ${owner.id}, ${owner.cardId})`);
});

it('A deleted account is gone for everybody at once, while what it had is still being deleted', async () => {
  const before = await readFigure('users');
  expect((await remove(owner)).status).toBe(200);
  expect(await countContacts(owner.id)).toBe(CONTACTS);

  expect((await owner.call('GET', '/api/auth/me')).body.user ?? null).toBe(null);
  const login = { email: owner.username, password: PASSWORD };
  expect((await server.client()('POST', '/api/auth/login', login)).status).toBe(401);
  expect((await remove(owner)).status).toBe(401);
  expect((await server.client()('GET', `/card/${owner.cardId}`)).status).toBe(404);
  const sent = { fullName: 'Vera Visitor', email: 'vera@example.com', cardId: owner.cardId };
  expect((await server.client()('POST', '/api/contacts/exchange', sent)).status).toBe(404);
  expect(await readFigure('users')).toBe(Number(before) - 1);
  expect(await app().db.$count(erasures)).toBe(1);
});

it('Its name and its address are free at once', async () => {
  const person = { email: `${owner.username}@example.com`, password: PASSWORD, fullName: 'Ada Lovelace' };
  const again = await server.client()('POST', '/api/auth/register', { ...person, username: owner.username });
  expect(again.status).toBe(200);
});

it('Administrators no longer see it', async () => {
  const admin = await signUp(server);
  await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));
  const { status, body } = await admin.call('GET', '/api/admin/users?limit=100');
  expect(status).toBe(200);
  const ids = body.map(({ id }: { id: string }) => id);
  expect([ids.includes(owner.id), ids.includes(other.id)]).toEqual([false, true]);
});

it('Whoever dies in the middle has deleted some, and the next one goes on', async () => {
  await eraseRests(app(), { rows: 400, stopping: afterSteps(3) });
  const left = await countContacts(owner.id);
  expect(left).toBeGreaterThan(0);
  expect(await app().db.$count(users, eq(users.id, owner.id))).toBe(1);
  await eraseRests(app(), { rows: 400, stopping: afterSteps(2) });
  expect(await countContacts(owner.id)).toBeLessThan(left);
});

it('In the end nothing refers to it, and others have what is theirs', async () => {
  // Two processes may do so at the same time.
  await Promise.all([eraseRests(app(), { rows: 300 }), eraseRests(app(), { rows: 200 })]);
  expect(await app().db.$count(users, eq(users.id, owner.id))).toBe(0);
  expect(await app().db.$count(erasures)).toBe(0);
  expect(await app().db.$count(tombstones, eq(tombstones.userId, owner.id))).toBe(0);
  expect(await app().db.$count(businessCards, eq(businessCards.id, owner.cardId))).toBe(0);
  for (const { table, column } of await readReferences(app().db, 'users')) {
    const { rows } = await app().db.execute(
      sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${owner.id}`,
    );
    expect([table, column, rows.length]).toEqual([table, column, 0]);
  }
  expect(await countContacts(other.id)).toBe(1);
  expect(await readFigure('contacts')).toBe(1);
  expect((await server.client()('GET', `/card/${other.cardId}`)).status).toBe(200);
});
