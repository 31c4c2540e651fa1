import { type SQL, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openPool } from '#server/db/open.ts';
import { addSubmissions } from '#server/people/contacts/exchange/add-submissions.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeamCard, addWholeTeam } from '#test/teams.ts';

const server = shareTestServer();

const BOB = { fullName: 'Bob', email: 'bob@example.com' };
const share = (cardId: string, more = {}) =>
  server.client()('POST', '/api/contacts/exchange', { cardId, ...BOB, ...more });

/** While `lock` holds a row, two send to the first card and two to the second, of which none waits. */
async function sendDuring(lock: SQL, waitsFor: string, other: string, more = {}) {
  const { waiting } = await server.running.app.db.transaction(async (tx) => {
    await tx.execute(lock);
    const sent = [waitsFor, other, waitsFor].map((cardId) => share(cardId, more));
    expect((await sent[1])?.status).toBe(200);
    expect((await share(other, more)).status).toBe(200);
    return { waiting: sent };
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
}

it('Who comes for an owner whose list is being changed waits, and no one else does', async () => {
  const [changed, other] = [await signUpWithCard(server), await signUpWithCard(server)];
  const lock = sql`select from user_counts where user_id = ${changed.id} for no key update`;
  await sendDuring(lock, changed.cardId, other.cardId);
  // Each has the one of the sign-up, too.
  expect((await changed.call('GET', '/api/contacts')).body).toHaveLength(3);
  expect((await other.call('GET', '/api/contacts')).body).toHaveLength(3);
});

it.each([
  ['account', (id: string) => sql`select from users where id = ${id} for update`],
  ['membership', (id: string) => sql`select from team_members where user_id = ${id} for update`],
])(
  'Who comes for the holder of a card whose %s is locked waits, and no one else does',
  async (_what, lock) => {
    const { teamId, cardId, member, admin } = await addWholeTeam(server);
    const colleague = await addTeamCard(server, teamId, admin.id);
    await sendDuring(lock(member.id), cardId, colleague);
    const { rows } = await server.running.app.db.execute(
      sql`select holder_id, count(*)::integer from contacts where user_id = ${teamId} group by user_id, holder_id order by holder_id = ${admin.id}`,
    );
    expect(rows).toEqual([
      { holder_id: member.id, count: 2 },
      { holder_id: admin.id, count: 2 },
    ]);
  },
);

it('What an owner is to review waits for their row, and for no one else’s', async () => {
  const [locked, other] = [await signUpWithCard(server), await signUpWithCard(server)];
  const lock = sql`select from users where id = ${locked.id} for no key update`;
  await sendDuring(lock, locked.cardId, other.cardId, { subject: 'Offer' });
  const { rows } = await server.running.app.db.execute(
    sql`select user_id, count(*)::integer from unreviewed_submissions where user_id in (${locked.id}, ${other.id}) group by user_id order by user_id = ${other.id}`,
  );
  expect(rows).toEqual([
    { user_id: locked.id, count: 2 },
    { user_id: other.id, count: 2 },
  ]);
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

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** How many rows of contacts it looks at. */
function countRead({ Plans = [], ...node }: PlanNode): number {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const own = node['Relation Name'] === 'contacts' ? read : 0;
  return Plans.reduce((sum, below) => sum + countRead(below), own);
}

it('To count an hour, few rows are looked at, however many a file has brought', async () => {
  const { id, cardId } = await signUpWithCard(server);
  const { app } = server.running;
  await app.db.execute(sql`
    insert into contacts (id, user_id, full_name, email, source)
    select ${id} || n, ${id}, 'Person', n || '@example.com', 'import' from generate_series(1, 2000) as n`);
  await app.db.execute(sql`analyze contacts`);
  const pool = openPool({ connectionString: app.config.databaseUrl }, () => {});
  let read = Number.NaN;
  const explain = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
    read = countRead(rows[0]['QUERY PLAN'][0].Plan);
    return { rows: [] };
  };
  const ownerId = accountId.parse(id);
  const given = {
    id: `${id}sent`,
    ownerId,
    cardId,
    kind: 'contact',
    fullName: 'Bob',
    email: 'bob@example.com',
  };
  const sent = { isKeyed: false, sender: 'x', address: 'x', reason: null, senderId: null };
  const submission = Object.assign({}, given, sent, { createdAt: new Date().toISOString() });
  const rules = { now: Date.now(), hourlyMax: 10, room: app.submissions.room };
  await addSubmissions(
    { pool: { query: explain } as never, canPrepare: false },
    [submission as never],
    rules,
  );
  expect(read).toBeLessThan(100);
  await pool.end();
});
