import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { billingEndings } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderAway } from '#server/infra/billing-provider.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import type { Comparison, Health } from '#shared/operations/health.ts';
import { pay, refresh } from '#test/billing.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { resendEndings } from './customer/end-customer.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const app = () => server.running.app;
const within = { timeout: 30_000, interval: 50 };
let admin: Client;
let root: string;

beforeAll(async () => {
  const person = await signUp(server, 'Ada King');
  admin = person.call;
  root = `${person.username}@example.com`;
  await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, person.id));
});

const health = async (): Promise<Health> => (await admin('GET', '/api/admin/health')).body;
const mailsToAdmin = async () =>
  (await readOutbox(path.join(app().config.dataDir, 'outbox'))).filter(({ to }) => to.includes(root));

/** Runs the nightly job as its schedule does; resolves to its report. */
async function aNightPasses(): Promise<Comparison | null> {
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  await app().db.execute(sql`insert into pgboss.job (name, data) values ('billing-reconcile', 'null')`);
  await announceJobs(app().db);
  await vi.waitFor(async () => {
    const { rows } = await app().db.execute<{ data: Comparison }>(
      sql`select data from billing_reports where kind = 'comparison'`,
    );
    expect(rows[0]?.data.startedAt).toBe(clock.now.toISOString());
    expect(rows[0]?.data.finishedAt).not.toBeNull();
  }, within);
  const { rows } = await app().db.execute<{ data: Comparison }>(
    sql`select data from billing_reports where kind = 'comparison'`,
  );
  return rows[0]?.data ?? null;
}

describe('Every night', () => {
  it('everybody is compared with the provider, and differences are fixed, shown and mailed', {
    tags: ['thorough'],
  }, async () => {
    const { call, username, id } = await signUp(server);
    await pay(server, call);
    await refresh(call);
    expect(await aNightPasses()).toMatchObject({ compared: 1, said: [] });
    expect(await mailsToAdmin()).toEqual([]);
    await app().db.update(users).set({ subscriptionStatus: 'expired' }).where(eq(users.id, id));
    const said = [`${username}: subscriptionStatus: expired → trial.`];
    expect(await aNightPasses()).toMatchObject({ compared: 1, said });
    await vi.waitFor(async () => {
      const [letter] = await mailsToAdmin();
      expect(letter?.subject).toContain('1 difference');
      expect(letter?.text).toContain(said[0]);
    }, within);
    await admin('POST', '/api/auth/login', { email: root, password: 'correct horse' });
    expect((await health()).comparison).toMatchObject({ said });
  });

  it('more than a page of accounts is compared, each once', { tags: ['thorough'] }, async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: `many${index}` as OwnId,
      username: `many${index}`,
      email: `many${index}@example.com`,
      password: 'x',
      fullName: 'Someone Else',
      stripeCustomerId: `cus_test_many${index}`,
    }));
    await app().db.insert(users).values(rows);
    expect((await aNightPasses())?.compared).toBe(121);
  });
});

describe('A deleted account whose provider is away', () => {
  it('is told to administrators by mail, once, and ended when the provider is back, also if the job was lost', {
    tags: ['thorough'],
    timeout: 90_000,
  }, async () => {
    const { call, username, id } = await signUp(server);
    await pay(server, call);
    await refresh(call);
    const { billing } = app();
    const { endCustomer } = billing;
    billing.endCustomer = () => Promise.reject(new ProviderAway('connect ECONNREFUSED'));
    expect((await call('DELETE', '/api/account', { username, password: 'correct horse' })).status).toBe(200);
    const isThis = eq(billingEndings.customerId, `cus_test_${id}`);
    await vi.waitFor(async () => {
      const [ending] = await app().db.select().from(billingEndings).where(isThis);
      expect(ending).toMatchObject({ userId: id, username, error: 'connect ECONNREFUSED' });
      expect(ending?.tries).toBeGreaterThan(0);
    }, within);
    // The job is lost with the queue, and the next tries fail, too.
    await app().db.execute(sql`delete from pgboss.job where name = 'billing-end'`);
    await app().db.update(billingEndings).set({ tries: 10 }).where(isThis);
    clock.now = new Date(clock.now.getTime() + 3 * 60 * 60 * 1000);
    await resendEndings(app());
    await vi.waitFor(async () => {
      const told = (await mailsToAdmin()).filter(({ subject }) => subject.includes(username));
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('connect ECONNREFUSED');
    }, within);
    billing.endCustomer = endCustomer;
    await app().db.execute(sql`delete from pgboss.job where name = 'billing-end'`);
    clock.now = new Date(clock.now.getTime() + 3 * 60 * 60 * 1000);
    await resendEndings(app());
    await vi.waitFor(async () => {
      expect(await app().db.$count(billingEndings, isThis)).toBe(0);
    }, within);
    const { subscriptions } = await billing.fetchTruth(`cus_test_${id}`);
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
  });

  it('is tried again before those that were tried later, if there are more than one pass resends', async () => {
    const { db, queue, now } = app();
    const ago = (hours: number) => new Date(now().getTime() - hours * 60 * 60 * 1000);
    const ending = (customerId: string, createdAt: Date, triedAt: Date | null = null) => ({
      customerId,
      createdAt,
      triedAt,
    });
    const later = Array.from({ length: 500 }, (_, n) => ending(`later${n}`, ago(9), ago(3)));
    await db.insert(billingEndings).values([...later, ending('first', ago(5)), ending('last', ago(2.5))]);
    const sent: string[] = [];
    const send = vi.spyOn(queue, 'send').mockImplementation(async (_db, _name, data) => {
      if ('customerId' in data) sent.push(data.customerId);
    });
    await resendEndings(app());
    send.mockRestore();
    expect(sent).toHaveLength(500);
    expect(sent).toContain('first');
    expect(sent).not.toContain('last');
    await db.delete(billingEndings);
  });
});
