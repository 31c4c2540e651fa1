import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const share = (cardId: string) =>
  server.client()('POST', '/api/contacts/exchange', { cardId, fullName: 'Bob', email: 'bob@example.com' });

it('Who comes for an owner whose list is being changed waits, and no one else does', async () => {
  const [changed, other] = [await signUpWithCard(server), await signUpWithCard(server)];
  const { waiting } = await server.running.app.db.transaction(async (tx) => {
    await tx.execute(sql`select from user_counts where user_id = ${changed.id} for no key update`);
    const sent = [changed, other, changed].map(({ cardId }) => share(cardId));
    expect((await sent[1])?.status).toBe(200);
    expect((await share(other.cardId)).status).toBe(200);
    return { waiting: sent };
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  // Each has the one of the sign-up, too.
  expect((await changed.call('GET', '/api/contacts')).body).toHaveLength(3);
  expect((await other.call('GET', '/api/contacts')).body).toHaveLength(3);
});

it('No one waits for a share of the platform’s sums that somebody holds who adds many', async () => {
  const { db } = server.running.app;
  const add = sql`select add_platform_counts(array['held'], array['-infinity'::date], array[1]::bigint[])`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      select pg_advisory_xact_lock(hashtext('platform counts'), share) from generate_series(0, 14) as share`);
    await tx.execute(sql`
      insert into platform_counts (name, day, shard, count)
      select 'held', '-infinity', share, 0 from generate_series(0, 14) as share`);
    for (let more = 0; more < 3; more++) await db.execute(add);
  });
  const { rows } = await db.execute(
    sql`select shard, count from platform_counts where name = 'held' and count > 0`,
  );
  expect(rows).toEqual([{ shard: 15, count: '3' }]);
  await db.execute(sql`delete from platform_counts where name = 'held'`);
});

it('Who comes alone is counted by plans that are there', async () => {
  const { rows } = await server.running.app.db.execute(
    sql`select proconfig as settings from pg_proc where proname in ('count_contacts', 'add_team_people')`,
  );
  const kept = expect.arrayContaining(['plan_cache_mode=force_generic_plan', 'enable_seqscan=off']);
  expect(rows).toEqual([{ settings: kept }, { settings: kept }]);
});
