import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import { pay } from '#test/billing.ts';
import { followBilling } from '#test/billing-mails.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { expireOverdue } from './expiry.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({ PUBLIC_URL: 'https://cards.example.com' }, () => clock.now);
const within = { timeout: 20_000, interval: 30 };
const { anHourPasses } = followBilling(server, clock);

const at = (date: string) => {
  clock.now = new Date(date);
};
/** The subjects of reminders, among other mails about a subscription. */
const REMINDER = /^Your (first charge|free trial ends)/;
const app = () => server.running.app;
const stored = async (id: OwnId) => (await app().db.select().from(users).where(eq(users.id, id)))[0];
const mailsTo = async (username: string) =>
  (await readOutbox(path.join(app().config.dataDir, 'outbox'))).filter(
    ({ to, subject }) => to.startsWith(`${username}@`) && REMINDER.test(subject),
  );

async function mailJobsTo(username: string): Promise<number> {
  const to = `${username}@example.com`;
  const { rows } = await app().db.execute(
    sql`select data->>'subject' as subject from pgboss.job where name = 'mail' and data->>'to' = ${to}`,
  );
  return rows.filter(({ subject }) => REMINDER.test(String(subject))).length;
}

describe('The hourly job', () => {
  it('writes down that a trial without payment is over, not a moment before', async () => {
    at('2026-05-01T12:00:00.000Z');
    const { id } = await signUp(server);
    at('2026-05-15T11:59:59.999Z');
    await anHourPasses();
    expect((await stored(id))?.subscriptionStatus).toBe('trial');
    at('2026-05-15T12:00:00.000Z');
    await anHourPasses();
    expect((await stored(id))?.subscriptionStatus).toBe('expired');
  });

  it('queries the provider about a trial with a card, even if its event is lost', {
    tags: ['thorough'],
  }, async () => {
    at('2026-05-01T12:00:00.000Z');
    const { id, call } = await signUp(server);
    await pay(server, call);
    await call('POST', '/api/billing/refresh');
    at('2026-05-15T13:00:00.000Z');
    await anHourPasses();
    await vi.waitFor(async () => expect((await stored(id))?.subscriptionStatus).toBe('active'), within);
  });

  it('leaves who pays alone', async () => {
    at('2026-05-01T12:00:00.000Z');
    const { id } = await signUp(server);
    await app().db.update(users).set({ subscriptionStatus: 'active' }).where(eq(users.id, id));
    at('2027-05-01T12:00:00.000Z');
    await expireOverdue(app());
    expect((await stored(id))?.subscriptionStatus).toBe('active');
  });
});

describe('A reminder', () => {
  it('comes once, three days before the first charge, and names the day and the amount', async () => {
    at('2026-06-01T12:00:00.000Z');
    const { call, username } = await signUp(server);
    for (let card = 0; card < 2; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    await pay(server, call);
    await call('POST', '/api/billing/refresh');
    for (const [hour, expected] of [
      ['11:00', 0],
      ['12:00', 1],
      ['13:00', 1],
    ] as const) {
      at(`2026-06-12T${hour}:00.000Z`);
      await anHourPasses();
      expect(await mailJobsTo(username)).toBe(expected);
    }
    const [mail] = await vi.waitFor(async () => {
      const mails = await mailsTo(username);
      expect(mails).toHaveLength(1);
      return mails;
    }, within);
    expect(mail?.subject).toBe('Your first charge: $10 on June 15, 2026');
    expect(mail?.text).toContain('cancel in two clicks before that day, and you won’t be charged');
    expect(mail?.text).toContain('https://cards.example.com/subscribe');
  });

  it('comes before a trial without a card ends, and says that nothing is charged', async () => {
    at('2026-07-01T12:00:00.000Z');
    const { username } = await signUp(server);
    at('2026-07-13T12:00:00.000Z');
    await anHourPasses();
    const [mail] = await vi.waitFor(async () => {
      const mails = await mailsTo(username);
      expect(mails).toHaveLength(1);
      return mails;
    }, within);
    expect(mail?.subject).toBe('Your free trial ends on July 15, 2026');
    expect(mail?.text).toContain('so you won’t be charged');
  });

  it('is not sent to users who have cancelled or whose trial is over', { tags: ['thorough'] }, async () => {
    at('2026-08-01T12:00:00.000Z');
    const cancelled = await signUp(server);
    await pay(server, cancelled.call);
    await cancelled.call('POST', '/api/billing/refresh');
    await cancelled.call('POST', '/api/billing/cancel');
    at('2026-08-13T12:00:00.000Z');
    await anHourPasses();
    at('2026-08-16T12:00:00.000Z');
    await anHourPasses();
    expect(await mailJobsTo(cancelled.username)).toBe(0);
  });
});
