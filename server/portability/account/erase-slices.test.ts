import { eq, type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { teams, users } from '#server/db/schema/users.ts';
import { readReferences } from '#server/infra/erase-references.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { PASSWORD, signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';

/** Rows of rows that an account has. Without jobs of its own: the rest goes when a test says so. */
const server = startTestServer({ ROLE: 'web' });
const app = () => server.running.app;
const db = () => app().db;

const ROWS = 700;
const SLICE = 200;
type Owner = Awaited<ReturnType<typeof signUpWithCard>>;
const remove = ({ call, username }: Owner) =>
  call('DELETE', '/api/account', { username, password: PASSWORD });

/** Many rows of each table: first the statement that makes what they belong to. */
const grow = ({ id, cardId }: Owner, teamId: string): Record<string, SQL[]> => {
  const n = sql`generate_series(1, ${ROWS}::int) n`;
  return {
    contact_import_rows: [
      sql`insert into contact_imports (id, user_id, file_name, blob_name, state) values (${id}, ${id}, 'a.csv', ${id}, 'done')`,
      sql`insert into contact_import_rows (import_id, line, outcome) select ${id}, n, 'added' from ${n}`,
    ],
    contact_undo_rows: [
      sql`insert into contact_operations (id, user_id, kind, state, details, created_at)
        values (${id}, ${id}, 'tag', 'running', '{}', now())`,
      sql`insert into contact_undo_rows (operation_id, contact_id) select ${id}, n::text from ${n}`,
    ],
    apple_registrations: [
      sql`insert into apple_passes (serial, card_id, modified_at) values (${cardId}, ${cardId}, now())`,
      sql`insert into apple_devices (id, push_token, created_at) select ${cardId} || n, 'x', now() from ${n}`,
      sql`insert into apple_registrations (device_id, serial, created_at)
        select ${cardId} || n, ${cardId}, now() from ${n}`,
    ],
    retention_notices: [
      sql`insert into retention_notices (person_id, user_id, mail_id, created_at)
        select ${id} || n, ${id}, 'mail', now() from ${n}`,
    ],
    account_events: [
      sql`insert into account_events (id, user_id, kind, created_at) select ${id} || n, ${id}, 'signed_in', now() from ${n}`,
    ],
    team_card_days: [
      sql`insert into team_sums (team_id) values (${teamId})`,
      sql`insert into team_card_days (team_id, day, card_id, views, visitors)
        select ${teamId}, now(), n::text, 1, 1 from ${n}`,
    ],
    team_people_days: [
      sql`insert into team_people_days (user_id, day, holder_id, contacts, leads)
        select ${teamId}, now(), n::text, 1, 1 from ${n}`,
    ],
    team_list_rows: [
      sql`insert into team_lists (id, user_id, file_name, blob_name, state)
        values (${teamId}, ${teamId}, 'a.csv', ${teamId}, 'done')`,
      sql`insert into team_list_rows (list_id, line) select ${teamId}, n from ${n}`,
    ],
  };
};

let owner: Owner;
let other: Owner;
let tables: string[];
const countRows = async (table: string) => {
  const { rows } = await db().execute(sql`select from ${sql.identifier(table)}`);
  return rows.length;
};

beforeAll(async () => {
  owner = await signUpWithCard(server);
  other = await signUpWithCard(server);
  const made = await Promise.all(
    [owner, other].map(async (each) => {
      const teamId = await addTeam(server, each.id);
      await db().update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, teamId));
      return grow(each, teamId);
    }),
  );
  for (const statement of made.flatMap((each) => Object.values(each).flat())) await db().execute(statement);
  tables = Object.keys(made[0] ?? {});
  await db().execute(sql`create table deleted (name text, count int)`);
  await db().execute(sql`create function note_deleted() returns trigger language plpgsql as $do$ begin
    insert into deleted select tg_table_name, count(*) from gone; return null;
  end $do$`);
  for (const table of tables)
    await db().execute(sql`create trigger note_deleted after delete on ${sql.identifier(table)}
      referencing old table as gone for each statement execute function note_deleted()`);
});

it('No statement takes more than a slice of what may be millions', { tags: ['thorough'] }, async () => {
  expect((await remove(owner)).status).toBe(200);
  // Until then, phones may ask for its passes.
  await db().execute(sql`update erasures set begun_at = begun_at - interval '1 day'`);
  await eraseRests(app(), { rows: SLICE });
  expect(await db().$count(users, eq(users.id, owner.id))).toBe(0);
  const { rows } = await db().execute<{ name: string; most: number; all: number }>(
    sql`select name, max(count) as most, sum(count)::int as all from deleted group by name order by name`,
  );
  const found = Object.fromEntries(rows.map(({ name, most, all }) => [name, [most <= SLICE, all >= ROWS]]));
  expect(found).toEqual(Object.fromEntries(tables.map((table) => [table, [true, true]])));
});

it('Others have what is theirs', async () => {
  for (const table of tables) expect([table, (await countRows(table)) >= ROWS]).toEqual([table, true]);
});

it('Contacts go first, each slice where the last one ended, and cards last', async () => {
  const references = await readReferences(db(), 'users');
  expect(references[0]?.table).toBe('contacts');
  const own = references.find(({ table, column }) => table === 'contacts' && column === 'user_id');
  expect(own?.order).toEqual(['created_at', 'id']);
  expect(references.at(-1)?.table).toBe('business_cards');
});
