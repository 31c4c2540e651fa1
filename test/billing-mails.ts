import path from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { testProviderObjects } from '#server/db/schema/money.ts';
import { type OutboxMail, readOutbox } from '#server/infra/mail/outbox.ts';
import type { TestSubscription } from '#server/money/billing/test-provider/test-objects.ts';
import { GOOD_CARD, pay, refresh } from '#test/billing.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { signUp } from '#test/factories.ts';
import type { Client, TestServer } from '#test/server.ts';

/** The mails about subscriptions, and what makes them: time, the provider, other cards. */

export const SELLER = {
  SELLER_NAME: 'Leaf & Sons',
  SELLER_ADDRESS: '1 Main Street, Berlin',
  SELLER_TAX_ID: 'DE1',
  SELLER_COUNTRY: 'DE',
};

const within = { timeout: 20_000, interval: 30 };
export const HOUR_MS = 60 * 60 * 1000;

export const addCard = (call: Client) => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
export const inTokyo = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(date);

/** For one server, whose clock the test sets. */
export function followBilling(server: TestServer, clock: { now: Date }) {
  const app = () => server.running.app;
  const afterDays = (days: number) => new Date(clock.now.getTime() + days * 24 * HOUR_MS);

  async function mailsTo(username: string): Promise<OutboxMail[]> {
    const all = await readOutbox(path.join(app().config.dataDir, 'outbox'));
    return all.filter(({ to }) => to.startsWith(`${username}@`));
  }

  /** Everything this person was mailed so far, by subject, once every queued mail is delivered. */
  async function subjectsTo(username: string): Promise<string[]> {
    const to = `${username}@example.com`;
    return vi.waitFor(async () => {
      const { rows } = await app().db.execute<{ subject: string }>(
        sql`select data->>'subject' as subject from pgboss.job
            where name = 'mail' and data->>'to' = ${to} order by created_on, data->>'subject'`,
      );
      expect(await mailsTo(username)).toHaveLength(rows.length);
      return rows.map(({ subject }) => subject);
    }, within);
  }

  async function mailOf(username: string, subject: RegExp): Promise<OutboxMail> {
    await subjectsTo(username);
    const found = (await mailsTo(username)).find((mail) => subject.test(mail.subject));
    if (!found) throw new Error(`No mail to ${username} has the subject ${subject}.`);
    return found;
  }

  /** Runs a job of a kind that waits for its hour. */
  async function hourIsOver(userId: string): Promise<void> {
    const due = () =>
      app().db.execute(
        sql`update pgboss.job set start_after = now() where name = 'billing-price-mail'
            and data->>'userId' = ${userId} and state = 'created' returning id`,
      );
    const { rows } = await due();
    expect(rows).toHaveLength(1);
    await announceJobs(app().db);
    await vi.waitFor(async () => {
      const { rows: jobs } = await app().db.execute(
        sql`select state from pgboss.job where id = ${String(rows[0]?.id)}`,
      );
      expect(jobs).toEqual([{ state: 'completed' }]);
    }, within);
  }

  /** Runs the hourly job as its schedule does. */
  async function anHourPasses(): Promise<void> {
    const { rows } = await app().db.execute<{ id: string }>(
      sql`insert into pgboss.job (name, data) values ('billing-time', 'null') returning id`,
    );
    await announceJobs(app().db);
    await vi.waitFor(async () => {
      const job = await app().db.execute(sql`select state from pgboss.job where id = ${rows[0]?.id}`);
      expect(job.rows).toEqual([{ state: 'completed' }]);
    }, within);
  }

  /** Waits until the provider's number of cards has followed ours. */
  const providerCounts = (id: string, quantity: number) =>
    vi.waitFor(async () => {
      const { rows } = await app().db.execute(sql`select quantity from subscriptions where user_id = ${id}`);
      expect(rows).toEqual([{ quantity }]);
    }, within);

  /** Something happens at the provider of which no event arrives. */
  const changeAtProvider = (userId: string, change: Partial<TestSubscription>) =>
    app()
      .db.update(testProviderObjects)
      .set({ data: sql`${testProviderObjects.data} || ${JSON.stringify(change)}::jsonb` })
      .where(
        and(
          eq(testProviderObjects.customerId, `cus_test_${userId}`),
          eq(testProviderObjects.kind, 'subscription'),
        ),
      );

  async function subscriber(cards = 0, card = GOOD_CARD) {
    clock.now = new Date();
    const person = await signUp(server);
    await person.call('PATCH', '/api/account', { timeZone: 'Asia/Tokyo' });
    for (let n = 0; n < cards; n += 1) await addCard(person.call);
    await pay(server, person.call, card);
    await refresh(person.call);
    return person;
  }

  return {
    afterDays,
    subjectsTo,
    mailOf,
    hourIsOver,
    anHourPasses,
    providerCounts,
    changeAtProvider,
    subscriber,
  };
}
