import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import type { AdminUser } from '#shared/operations/admin.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

/** A Wednesday, so that today, this week (from Monday the 11th) and this month differ. */
const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const PATHS = ['/api/admin/stats', '/api/admin/recent-users', '/api/admin/users'];

let admin: Client;

const setAdmin = (id: OwnId, isAdmin: boolean) =>
  server.running.app.db.update(users).set({ isAdmin }).where(eq(users.id, id));

async function addUsers(
  rows: (Omit<Partial<typeof users.$inferInsert>, 'id'> & { id?: string })[],
): Promise<void> {
  const base = { password: 'x', fullName: 'Someone Else' };
  const values = rows.map((row, index) => {
    const id = row.id ?? `${row.createdAt?.getTime()}-${index}`;
    return { ...base, username: `user-${id}`, email: `user-${id}@example.com`, ...row, id: id as OwnId };
  });
  await server.running.app.db.insert(users).values(values);
}

beforeAll(async () => {
  const root = await signUp(server, 'Ada King');
  admin = root.call;
  await setAdmin(root.id, true);
});

describe('The administrators’ calls', () => {
  it.each(PATHS)('%s returns 401 when signed out and 403 to all but administrators', async (path) => {
    const signedOut = await server.client()('GET', path);
    expect([signedOut.status, signedOut.body.code]).toEqual([401, 'signed_out']);
    const someone = await signUp(server, 'Ada King');
    const refused = await someone.call('GET', path);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await admin('GET', path)).status).toBe(200);
  });

  it('close to an administrator whose right is revoked, without a new sign-in', async () => {
    const { call, id } = await signUp(server, 'Ada King');
    await setAdmin(id, true);
    expect((await call('GET', '/api/admin/stats')).status).toBe(200);
    await setAdmin(id, false);
    expect((await call('GET', '/api/admin/stats')).status).toBe(403);
  });
});

describe('The figures', () => {
  it('count sign-ups by the days, weeks and months of UTC', async () => {
    const before = (await admin('GET', '/api/admin/stats')).body;
    await addUsers(
      [
        '2026-05-13T00:00:00.000Z',
        '2026-05-12T23:59:59.999Z',
        '2026-05-11T00:00:00.000Z',
        '2026-05-10T23:59:59.999Z',
        '2026-05-01T00:00:00.000Z',
        '2026-04-30T23:59:59.999Z',
      ].map((at) => ({ createdAt: new Date(at) })),
    );
    const after = (await admin('GET', '/api/admin/stats')).body;
    const growth = (figure: string) => after[figure] - before[figure];
    expect(growth('totalUsers')).toBe(6);
    expect(growth('signupsToday')).toBe(1);
    expect(growth('signupsThisWeek')).toBe(3);
    expect(growth('signupsThisMonth')).toBe(5);
  });

  it('begin anew with the next day, week and month', async () => {
    clock.now = new Date('2026-06-01T00:00:00.000Z');
    const { body } = await admin('GET', '/api/admin/stats');
    clock.now = new Date('2026-05-13T15:00:00Z');
    expect(body).toMatchObject({ signupsToday: 0, signupsThisWeek: 0, signupsThisMonth: 0 });
  });

  it('count $5 for each card of active subscribers, and what is kept', async () => {
    const before = (await admin('GET', '/api/admin/stats')).body;
    const createdAt = new Date('2025-01-01T00:00:00Z');
    await addUsers([
      { id: 'payer', subscriptionStatus: 'active', createdAt },
      { id: 'payer-without-cards', subscriptionStatus: 'active', createdAt },
      { id: 'guest', subscriptionStatus: 'trial', createdAt },
      { id: 'gone', subscriptionStatus: 'cancelled', createdAt },
      { id: 'late', subscriptionStatus: 'expired', createdAt },
    ]);
    const card = (id: string, userId: string) => ({
      id,
      userId: userId as OwnId,
      name: 'Work',
      fullName: 'Ada',
    });
    await server.running.app.db
      .insert(businessCards)
      .values([
        card('card-1', 'payer'),
        card('card-2', 'payer'),
        { ...card('card-3', 'payer'), deletedAt: createdAt },
        card('card-4', 'guest'),
        card('card-5', 'gone'),
      ]);
    await server.running.app.db
      .insert(contacts)
      .values({ id: 'contact-1', userId: 'payer' as OwnId, fullName: 'Bob' });
    const after = (await admin('GET', '/api/admin/stats')).body;
    const growth = Object.fromEntries(
      Object.keys(after).map((figure) => [figure, after[figure] - before[figure]]),
    );
    expect(growth).toEqual({
      totalUsers: 5,
      signupsToday: 0,
      signupsThisWeek: 0,
      signupsThisMonth: 0,
      activeSubscriptions: 2,
      trialUsers: 1,
      monthlyRevenue: 15,
      teamRevenue: 0,
      activeTeams: 0,
      billedTeamCards: 0,
      totalTeams: 0,
      teamCards: 0,
      teamContacts: 0,
      totalCards: 4,
      totalContacts: 1,
    });
  });
});

describe('A status that ran out', () => {
  it('shows as expired before any job has written it down', async () => {
    const before = (await admin('GET', '/api/admin/stats')).body.trialUsers;
    const createdAt = new Date('2025-02-01T00:00:00Z');
    const ended = { trialEndsAt: clock.now, subscriptionStatus: 'trial', createdAt } as const;
    const ahead = new Date(clock.now.getTime() + 1);
    await addUsers([
      { ...ended, id: 'over' },
      { ...ended, id: 'last-moment', trialEndsAt: ahead },
      { ...ended, id: 'card-on-file', stripeSubscriptionId: 'sub_1' },
      { ...ended, id: 'paid-up', subscriptionStatus: 'cancelled', subscriptionEndsAt: ahead },
      { ...ended, id: 'left', subscriptionStatus: 'cancelled', subscriptionEndsAt: clock.now },
    ]);
    const { body: all }: { body: AdminUser[] } = await admin('GET', '/api/admin/users');
    const statusOf = (wanted: string) => all.find(({ id }) => id === wanted)?.subscriptionStatus;
    expect(['over', 'last-moment', 'card-on-file', 'paid-up', 'left'].map(statusOf)).toEqual([
      'expired',
      'trial',
      'trial',
      'cancelled',
      'expired',
    ]);
    expect((await admin('GET', '/api/admin/stats')).body.trialUsers).toBe(before + 2);
  });
});

describe('The lists of users', () => {
  it('are newest first: ten, or all', async () => {
    await addUsers(
      Array.from({ length: 12 }, (_, index) => ({
        id: `new-${index}`,
        createdAt: new Date(Date.UTC(2026, 4, 14, index)),
      })),
    );
    const { body: recent }: { body: AdminUser[] } = await admin('GET', '/api/admin/recent-users');
    expect(recent.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `new-${11 - index}`));
    const { body: all }: { body: AdminUser[] } = await admin('GET', '/api/admin/users');
    expect(all.slice(0, 10)).toEqual(recent);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(all).toHaveLength((await admin('GET', '/api/admin/stats')).body.totalUsers);
  });

  it('say no more of a user than the screen shows', async () => {
    const { body } = await admin('GET', '/api/admin/users');
    const columns = [
      'createdAt',
      'email',
      'fullName',
      'id',
      'isAdmin',
      'subscriptionStatus',
      'suspendedAt',
      'username',
    ];
    for (const user of body) expect(Object.keys(user).sort()).toEqual(columns);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });
});
