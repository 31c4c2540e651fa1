import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { expireOverdue } from '#server/money/billing/expiry.ts';
import { syncUser } from '#server/money/billing/sync.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { pay, pressButton } from '#test/billing.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;
let admin: Client;
let adminName: string;

beforeAll(async () => {
  const person = await signUp(server);
  await db().update(users).set({ isAdmin: true }).where(eq(users.id, person.id));
  admin = person.call;
  adminName = person.username;
});

const historyOf = async (id: string) => (await admin('GET', `/api/admin/users/${id}/billing`)).body;
/** While the audit log takes no entries of this kind. */
async function withoutAudit(action: string, act: () => Promise<unknown>): Promise<void> {
  const constraint = sql.raw(`check (action <> '${action}') not valid`);
  await db().execute(sql`alter table admin_actions add constraint not_this ${constraint}`);
  await act().finally(() => db().execute(sql`alter table admin_actions drop constraint not_this`));
}
const extend = (id: string, body: unknown) => admin('POST', `/api/admin/users/${id}/trial`, body);

describe('A user’s billing history', () => {
  it('shows invoices and what each event of the provider changed', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await call('POST', '/api/billing/refresh');
    await vi.waitFor(async () => {
      const { invoices, events, customerId, status } = await historyOf(id);
      expect([customerId, status]).toEqual([`cus_test_${id}`, 'active']);
      expect(invoices).toMatchObject([{ status: 'paid', cents: 500 }]);
      const types = events.map(({ type }: { type: string }) => type).sort();
      expect(types).toEqual([
        'checkout.session.completed',
        'customer.subscription.created',
        'customer.subscription.updated',
        'customer.subscription.updated',
        'invoice.paid',
      ]);
      for (const { effect } of events) expect(effect).toBeTruthy();
    }, 20_000);
  });

  it('is visible to administrators only, and 404 for an unknown user', async () => {
    const { id, call } = await signUp(server);
    expect((await call('GET', `/api/admin/users/${id}/billing`)).status).toBe(403);
    expect((await call('POST', `/api/admin/users/${id}/trial`, { days: 300 })).status).toBe(403);
    expect((await admin('GET', '/api/admin/users/nobody/billing')).status).toBe(404);
  });
});

describe('Free days', () => {
  it('lengthen a trial that runs, and begin one anew that is over', async () => {
    const { id, call } = await signUp(server);
    const { body } = await extend(id, { days: 7 });
    expect(body).toMatchObject({ status: 'trial', trialEndsAt: '2026-05-22T12:00:00.000Z' });
    expect(body.events[0].effect).toBe(`7 free days until 2026-05-22T12:00:00.000Z, given by ${adminName}`);
    await db()
      .update(users)
      .set({ subscriptionStatus: 'expired', trialEndsAt: new Date('2026-04-01T00:00:00Z') })
      .where(eq(users.id, id));
    expect((await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' })).status).toBe(403);
    expect((await extend(id, { days: 3 })).body.trialEndsAt).toBe('2026-05-04T12:00:00.000Z');
    expect((await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' })).status).toBe(200);
  });

  it('are given only together with their entry in the audit log', async () => {
    const { id } = await signUp(server);
    const before = await historyOf(id);
    await withoutAudit('trial_extended', async () => {
      expect((await extend(id, { days: 7 })).status).toBe(500);
    });
    expect(await historyOf(id)).toEqual(before);
  });

  it('move the first charge at the provider', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await call('POST', '/api/billing/refresh');
    await extend(id, { days: 10 });
    expect((await call('POST', '/api/billing/refresh')).body.nextCharge.at).toBe('2026-05-25T12:00:00.000Z');
  });

  it('outlast the end of a subscription, whatever events the provider then repeats', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await pressButton(server, call, { action: 'cancel' });
    await pressButton(server, call, { action: 'hurry' });
    expect((await call('POST', '/api/billing/refresh')).body.status).toBe('expired');
    await extend(id, { days: 5 });
    expect((await call('POST', '/api/billing/refresh')).body).toMatchObject({
      status: 'trial',
      trialEndsAt: '2026-05-06T12:00:00.000Z',
    });
  });

  it('are over once that is recorded, and no difference in any comparison after that', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await pressButton(server, call, { action: 'cancel' });
    await pressButton(server, call, { action: 'hurry' });
    await call('POST', '/api/billing/refresh');
    await extend(id, { days: 5 });
    const after = { ...server.running.app, now: () => new Date(clock.now.getTime() + 6 * DAY_MS) };
    await expireOverdue(after);
    expect(await syncUser(after, id)).toEqual([]);
    const [row] = await db().select().from(users).where(eq(users.id, id));
    expect(row?.subscriptionStatus).toBe('expired');
  });

  it('are refused for who pays, and in senseless numbers', async () => {
    const { id, call } = await signUp(server);
    for (const days of [0, -1, 1.5, 366, '7', null]) expect((await extend(id, { days })).status).toBe(422);
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await call('POST', '/api/billing/refresh');
    expect((await extend(id, { days: 5 })).status).toBe(409);
  });
});

describe('A job that was given up', () => {
  it('is listed with its error and without its data, and can be tried again', async () => {
    await db().execute(sql`
      insert into pgboss.job (name, data, state, output, completed_on)
      values ('mail', '{"to":"secret@example.com"}', 'failed', '{"message":"No such mailbox"}', now())`);
    const { body: jobs } = await admin('GET', '/api/admin/jobs');
    expect(jobs).toMatchObject([{ kind: 'mail', error: 'No such mailbox', tries: 1 }]);
    expect(JSON.stringify(jobs)).not.toContain('secret@example.com');
    await withoutAudit('job_retried', async () => {
      expect((await admin('POST', `/api/admin/jobs/${jobs[0].id}/retry`)).status).toBe(500);
    });
    expect((await admin('GET', '/api/admin/jobs')).body).toEqual(jobs);
    expect((await admin('POST', `/api/admin/jobs/${jobs[0].id}/retry`)).status).toBe(200);
    expect((await admin('POST', `/api/admin/jobs/${jobs[0].id}/retry`)).status).toBe(404);
    expect((await admin('POST', '/api/admin/jobs/nothing/retry')).status).toBe(404);
  });

  it('says whom it is about: a person, a team, or who is gone', async () => {
    const { id, username } = await signUp(server);
    const teamId = await addTeam(server, id, 'Acme');
    for (const userId of [id, teamId, 'gone'])
      await db().execute(sql`
        insert into pgboss.job (name, data, state, completed_on)
        values ('billing-sync', ${JSON.stringify({ userId })}, 'failed', now())`);
    const { body: jobs } = await admin('GET', '/api/admin/jobs');
    expect(jobs.map(({ about }: { about: string }) => about).sort()).toEqual(
      [username, 'the team Acme', 'gone'].sort(),
    );
  });
});
