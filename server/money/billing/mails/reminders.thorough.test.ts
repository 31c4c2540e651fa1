import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { billingNotices } from '#server/db/schema/money.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { remindOfTrialEnds } from './reminders.ts';

const server = startTestServer(WITH_MAIL);
openMailbox(server);
const app = () => server.running.app;
const execute = (text: string) => app().db.execute(sql.raw(text));
const ACCOUNTS = 250;

afterEach(() => void vi.restoreAllMocks());

it('Trials that end soon are read 200 at a time, and who was told costs nothing again', async () => {
  await execute(`insert into users (id, username, full_name, email, password, trial_ends_at)
    select 'soon' || n, 'soon' || n, 'Ada King', 'soon' || n || '@example.com', '', now() + interval '2 days'
    from generate_series(1, ${ACCOUNTS}) n`);
  await execute(`insert into business_cards (id, user_id, name, full_name)
    select 'soon' || n, 'soon' || n, 'Work', 'Ada King' from generate_series(1, ${ACCOUNTS}) n`);
  await remindOfTrialEnds(app(), AbortSignal.abort());
  expect(await app().db.$count(billingNotices)).toBe(0);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await remindOfTrialEnds(app());
  const calls = query.mock.calls as unknown as [{ text?: string }][];
  const reads = calls.filter(
    ([{ text }]) => text?.includes('"billing_notices"."fact"') && text.includes('limit'),
  );
  // 200 and the rest.
  expect(reads).toHaveLength(2);
  const told = () => execute("select user_id, fact, said_at from billing_notices where kind = 'reminder'");
  const { rows } = await told();
  expect(rows).toHaveLength(ACCOUNTS);
  query.mockClear();
  await remindOfTrialEnds(app());
  expect(query.mock.calls.length).toBeLessThan(ACCOUNTS / 2);
  expect((await told()).rows).toEqual(rows);
});
